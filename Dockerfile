# syntax=docker/dockerfile:1
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
COPY console/package.json console/
COPY scripts/prune-packages.js scripts/
# The image's own Node runs the product; the one from npm serves machines with an older Node.
# Optional packages, such as fonts, OCR languages and onnxruntime-node: --build-arg PACKAGES="@tesseract.js-data/deu".
ARG PACKAGES=""
RUN npm ci --omit=dev && if [ -n "$PACKAGES" ]; then npm install --omit=dev --no-save $PACKAGES; fi

# The console is built once and served as files. The image does not contain the build tools.
FROM ${NODE_IMAGE} AS console
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
COPY console/package.json console/
COPY scripts/prune-packages.js scripts/
RUN npm ci
COPY tsconfig.json ./
COPY src/platform src/platform
COPY scripts/console.ts scripts/
COPY client client
COPY console console
RUN node scripts/console.ts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/var/lib/holdfast
RUN install -d -o node -g node /var/lib/holdfast
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE README.md ./
COPY docs docs
COPY api api
COPY activities activities
COPY workflows workflows
COPY src src
COPY client client
COPY scripts scripts
COPY config config
COPY skills skills
COPY --from=console /app/console/dist console/dist
USER node
# Bundles the workflows once, which takes seconds.
RUN node scripts/bundle-workflows.ts /var/lib/holdfast/cache
EXPOSE 8080
# Health check of the API. The worker's service disables it, because a worker has no port.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=6 \
    CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/-/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "api/server.ts"]
