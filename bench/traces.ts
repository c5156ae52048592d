import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@temporalio/client';
import type { DatabaseKind, RunningProcess } from '../src/platform/local/launch.ts';
import { measureThroughput, type Pair, type Throughput, type ThroughputOptions } from './measure.ts';
import { type ProcessFolders, readCpu } from './processes.ts';
import { prepareScenarios } from './scenarios.ts';
import { type CommonServers, type ProcessCounts, type Product, startProduct } from './servers.ts';

/** Parts of a block. Short blocks in turn see the same load of the machine. */
const BLOCK_PARTS = 5;

type Options = Omit<ThroughputOptions, 'cpu'>;

/** Milliseconds of CPU per run in the processes of the product. */
export type CpuPair = Pair<number>;

/** Sums the CPU per run of the product's own processes. */
export function toProductCpu({ baseline, holdfast }: Pair<Throughput>): CpuPair {
  const sum = ({ cpu }: Throughput) =>
    Object.entries(cpu).reduce((total, [name, ms]) => total + (/^(api|worker)/.test(name) ? ms : 0), 0);
  return { baseline: sum(baseline), holdfast: sum(holdfast) };
}

/**
 * Measures task runs of two products alternately. One exports traces to a collector that discards them. The baseline
 * has no traces.
 */
export async function measureTraces(
  {
    folders,
    kind,
    common,
    temporal,
    processes,
  }: {
    readonly folders: ProcessFolders;
    readonly kind: DatabaseKind;
    readonly common: CommonServers;
    readonly temporal: Client;
    readonly processes: ProcessCounts;
  },
  options: Options,
): Promise<CpuPair> {
  await using collector = await startCollector();
  const started: Pick<RunningProcess, 'stop'>[] = [];
  const start = (name: string, settings: Record<string, string>) =>
    startProduct(folders, kind, common, { settings, processes, name }, (each) => started.push(each));
  try {
    const products = {
      baseline: await start(`${kind}-plain`, {}),
      holdfast: await start(`${kind}-traced`, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
    };
    const [plain, traced] = [
      await prepareScenarios(temporal, common, products.baseline),
      await prepareScenarios(temporal, common, products.holdfast),
    ];
    const jobs = { baseline: plain.task.holdfast, holdfast: traced.task.holdfast };
    const measured = await measureThroughput(jobs, {
      clients: options.clients,
      runs: options.runs / BLOCK_PARTS,
      blocks: options.blocks * BLOCK_PARTS,
      warmUpBlocks: BLOCK_PARTS,
      cpu: () => readAll(products),
    });
    if (collector.exports() === 0) throw new Error('no span reached the collector');
    return toCpuPerRun(measured);
  } finally {
    for (const each of started.reverse()) await each.stop();
  }
}

/** CPU of the processes of both products, by product and process. */
function readAll(products: Pair<Product>): Record<string, number> {
  const entries = Object.entries({ ...products }).flatMap(([side, { running }]) =>
    Object.entries(running).flatMap(([name, { pid }]) => {
      const ms = /^(api|worker)/.test(name) ? readCpu(pid) : undefined;
      return ms === undefined ? [] : [[`${side} ${name}`, ms] as const];
    }),
  );
  return Object.fromEntries(entries);
}

/** Returns the CPU per run of each product. A product also exports spans during the blocks of the other. */
function toCpuPerRun(measured: Pair<Throughput>): CpuPair {
  const sum = (side: keyof Pair<unknown>) =>
    [measured.baseline, measured.holdfast]
      .flatMap(({ cpu }) => Object.entries(cpu))
      .reduce((total, [name, ms]) => total + (name.startsWith(side) ? ms : 0), 0);
  return { baseline: sum('baseline'), holdfast: sum('holdfast') };
}

async function startCollector() {
  let exports = 0;
  const server = createServer((request, response) => {
    exports += 1;
    request.resume().once('end', () => response.setHeader('content-type', 'application/x-protobuf').end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports: () => exports,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
