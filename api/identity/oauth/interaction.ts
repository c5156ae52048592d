import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Grant, InteractionResults, Provider } from 'oidc-provider';
import { hasRoleInProject } from '../../../src/access/grants.ts';
import { getGrantsOf } from '../../../src/access/members.ts';
import { filterPermissions, hasPermission } from '../../../src/access/permissions.ts';
import { getClientScope } from '../../../src/identity/credential-lookup.ts';
import { isConsentCurrent } from '../../../src/identity/oauth/clients.ts';
import { renderErrorPage } from '../../../src/identity/oauth/error-page.ts';
import { isExternalClientId, upsertExternalClient } from '../../../src/identity/oauth/external-clients.ts';
import { findProjectOfResource } from '../../../src/identity/oauth/resource.ts';
import { parseScopes } from '../../../src/identity/oauth/scopes.ts';
import { findUser } from '../../../src/identity/users.ts';
import { getPageLocale, type PageLocale } from '../../../src/platform/pages/locale.ts';
import { describeScope } from '../../../src/platform/pages/messages/scopes/describe.ts';
import { html, type Page, renderPage } from '../../../src/platform/pages/page.ts';
import { findOrganizationOfProject } from '../../../src/projects/queries.ts';
import type { ApiContext } from '../../context.ts';
import { createChange } from '../../plugins/audit.ts';
import type { PageRoute } from '../../plugins/pages.ts';
import { renderAlert, sendPage } from '../forms.ts';
import { findClient, findExternalSettings, renderRejectForm, renderSignInPage, trySignIn } from './sign-in.ts';

/** Audit event type of a user's consent to a client. */
export const CONSENT_EVENT = 'oauth_client.authorized';

/** Path of an authorization request while the user decides. */
const PLACE = '/auth/interaction/:uid';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const openInteraction: PageRoute = {
  method: 'GET',
  path: PLACE,
  noRateLimitReason: 'a signed cookie binds it to the browser that started the request',
  async handle({ ctx, request, reply }) {
    const interaction = await toInteractionPath(ctx, request, reply);
    return interaction && show(ctx, request, reply, interaction);
  },
};

const submitSignIn: PageRoute = {
  method: 'POST',
  path: `${PLACE}/sign-in`,
  rateLimit: 'sign-in',
  async handle({ ctx, request, reply }) {
    const interaction = await toInteractionPath(ctx, request, reply);
    if (interaction === undefined) return undefined;
    const { accountId, email, problem, status } = await trySignIn(ctx, request, reply);
    if (accountId === undefined)
      return sendPage(reply, await renderLoginPage(ctx, getPageLocale(request), interaction, email, problem), status);
    return finish(ctx, request, reply, { login: { accountId } });
  },
};

const submitConsent: PageRoute = {
  method: 'POST',
  path: `${PLACE}/:shown/consent`,
  noRateLimitReason: 'it accepts no secret, only requests of a signed-in browser',
  async handle({ ctx, request, reply }) {
    const interaction = await toInteractionPath(ctx, request, reply);
    return interaction && consent(ctx, request, reply, interaction);
  },
};

const refuse: PageRoute = {
  method: 'POST',
  path: `${PLACE}/refuse`,
  noRateLimitReason: 'it only ends a request of this browser',
  async handle({ ctx, request, reply }) {
    const interaction = await toInteractionPath(ctx, request, reply);
    const refusal = { error: 'access_denied', error_description: 'the user denied the request' };
    return interaction && finish(ctx, request, reply, refusal);
  },
};

/** Sign-in and consent pages. A signed cookie binds each to the browser that started the request. */
export const INTERACTION_PAGES = [openInteraction, submitSignIn, submitConsent, refuse];

/** Loads the authorization request of this browser. Without one it sends an error page and returns undefined. */
async function toInteractionPath(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    const oauth = await ctx.identity.oauth();
    const found = await oauth.interactionDetails(request.raw, reply.raw);
    if (found.uid === (request.params as { uid: string }).uid) return found;
  } catch (error) {
    const { errors } = await import('oidc-provider');
    if (!(error instanceof errors.OIDCProviderError)) throw error;
  }
  const locale = getPageLocale(request);
  await sendPage(reply, renderErrorPage(locale, 'expired', locale.messages.otherBrowser), 400);
  return undefined;
}

/** Skips sign-in if the browser has a product session, unless the client requires the password again. */
async function show(ctx: ApiContext, request: FastifyRequest, reply: FastifyReply, interaction: Interaction) {
  const { prompt } = interaction;
  const user = await ctx.identity.findSignedInUser(request.headers.cookie);
  if (prompt.name === 'login') {
    const needsPassword = prompt.reasons.some((reason) => reason !== 'no_session' && reason !== 'other_user');
    if (user !== undefined && !needsPassword) return finish(ctx, request, reply, { login: { accountId: user } });
    return sendPage(reply, await renderLoginPage(ctx, getPageLocale(request), interaction, '', ''));
  }
  return sendPage(reply, await renderConsentPage(ctx, getPageLocale(request), interaction));
}

async function renderLoginPage(
  ctx: ApiContext,
  locale: PageLocale,
  interaction: Interaction,
  email: string,
  problem: string,
): Promise<Page> {
  const typedEmail = email || String(interaction.params.login_hint ?? '').slice(0, 320);
  const client = await findClient(ctx, locale, interaction.params);
  return renderSignInPage(ctx, locale, client, getScope(ctx, interaction), typedEmail, problem);
}

/** Grants exactly what the page showed, to the user it was shown to. */
async function consent(ctx: ApiContext, request: FastifyRequest, reply: FastifyReply, interaction: Interaction) {
  const { findSignedInUser: signedIn } = ctx.identity;
  const locale = getPageLocale(request);
  const oauth = await ctx.identity.oauth();
  const accountId = interaction.session?.accountId;
  const user = await signedIn(request.headers.cookie);
  if (interaction.prompt.name !== 'consent' || accountId === undefined || accountId !== user) {
    return sendPage(reply, renderErrorPage(locale, 'expired', locale.messages.signedOut), 400);
  }
  const client = await findConsentClient(ctx, accountId, interaction);
  if (client === 'forbidden')
    return finish(ctx, request, reply, { error: 'access_denied', error_description: 'the user has no access there' });
  const scopes = listRequestedScopes(interaction);
  const grant = await createGrant(oauth, interaction, accountId, scopes);
  const grantId = await grant.save();
  // The client may have changed while the page was open.
  if (!(await isConsentCurrent(ctx.db, client.id, (request.params as { shown: string }).shown))) {
    await grant.destroy();
    return sendPage(reply, await renderConsentPage(ctx, locale, interaction, locale.messages.clientChanged), 409);
  }
  const { change } = createChange(ctx, { id: 'page.consent', audit: { event: CONSENT_EVENT } }, request);
  const scope = await getClientScope(ctx.db, client.id);
  const resource = getRequestedResource(interaction);
  const details = {
    resource: { type: 'oauth_client', id: client.id },
    userId: accountId,
    payload: { scopes, ...(resource === undefined ? {} : { resource }) },
  };
  await change(async () => ({ result: undefined, audited: { ...details, ...(scope ? { scope: scope } : {}) } }));
  return finish(ctx, request, reply, { consent: { grantId } });
}

/**
 * Creates or extends the grant of a user to a client. A grant for a resource contains no permissions elsewhere, and a
 * grant without one none for a resource.
 */
async function createGrant(
  oauth: Provider,
  interaction: Interaction,
  accountId: string,
  scopes: readonly string[],
): Promise<Grant> {
  const clientId = String(interaction.params.client_id);
  const resource = getRequestedResource(interaction);
  const known: Grant | undefined = interaction.grantId ? await oauth.Grant.find(interaction.grantId) : undefined;
  const isSame = Object.keys(known?.resources ?? {}).join() === (resource ?? '');
  const own = known?.accountId === accountId && known.clientId === clientId && isSame;
  const grant = known && own ? known : new oauth.Grant({ accountId, clientId });
  if (resource === undefined) {
    grant.addOIDCScope(scopes.join(' '));
    return grant;
  }
  const permissions = filterPermissions(scopes);
  const others = scopes.filter((scope) => !permissions.includes(scope));
  grant.addOIDCScope(others.join(' '));
  // The server prompts until every scope is granted or rejected.
  if (permissions.length > 0) grant.rejectOIDCScope(permissions.join(' '));
  grant.addResourceScope(resource, permissions.join(' '));
  return grant;
}

function getRequestedResource({ params: { resource } }: Interaction): string | undefined {
  return typeof resource === 'string' ? resource : undefined;
}

/**
 * Returns the stored client of a request, after storing one that no editor created in the project of its resource.
 * Returns `forbidden` if the user has no access to that project.
 */
async function findConsentClient(
  ctx: ApiContext,
  accountId: string,
  interaction: Interaction,
): Promise<{ readonly id: string } | 'forbidden'> {
  const id = String(interaction.params.client_id);
  const projectId = findProjectOfResource(ctx.config.publicUrl, interaction.params.resource);
  const project = projectId === undefined ? undefined : await findOrganizationOfProject(ctx.db, projectId);
  const orgId = project?.org_id;
  if (projectId !== undefined && (orgId === undefined || !(await hasAccess(ctx, accountId, orgId, projectId))))
    return 'forbidden';
  if (!isExternalClientId(id)) return { id };
  const settings = await findExternalSettings(ctx, id);
  if (projectId === undefined || orgId === undefined || settings === undefined) return 'forbidden';
  const place = { orgId, projectId, createdBy: accountId };
  return { id: await ctx.db.transaction().execute((trx) => upsertExternalClient(trx, place, id, settings)) };
}

/** Whether a user holds any role in a project. */
async function hasAccess({ db }: ApiContext, userId: string, orgId: string, projectId: string): Promise<boolean> {
  const subject = { type: 'user', id: userId } as const;
  const grants = await getGrantsOf(db, subject, { type: 'project', id: projectId, orgId, projectId });
  return hasPermission(grants, 'project:view') || hasRoleInProject(db, subject, undefined, projectId);
}

async function finish(ctx: ApiContext, request: FastifyRequest, reply: FastifyReply, result: InteractionResults) {
  const oauth = await ctx.identity.oauth();
  const next = await oauth.interactionResult(request.raw, reply.raw, result);
  return reply.redirect(next, 303);
}

function getScope(ctx: ApiContext, interaction: Interaction): string {
  return `${ctx.config.publicUrl}/auth/interaction/${interaction.uid}`;
}

function listRequestedScopes(interaction: Interaction): string[] {
  return parseScopes(String(interaction.params.scope ?? ''));
}

async function renderConsentPage(
  ctx: ApiContext,
  locale: PageLocale,
  interaction: Interaction,
  problem = '',
): Promise<Page> {
  const { messages } = locale;
  const client = await findClient(ctx, locale, interaction.params);
  const user = await findUser(ctx.db, interaction.session?.accountId ?? '');
  const requested = new Set([...listRequestedScopes(interaction), ...(client.isOffline ? ['offline_access'] : [])]);
  const scopes = [...requested].map((scope) => html`<li>${describeScope(messages, scope)} <code>${scope}</code></li>`);
  return renderPage(
    locale,
    messages.consent(client.name),
    html`${renderAlert(problem)}<p>${messages.wants(client.name, client.owner, user?.email ?? '')}</p>${client.profile === '' ? '' : html`<p class="soft">${messages.saysOfItself(client.profile)}</p>`}
      <ul>${scopes}</ul>
      <p class="soft">${messages.consentHint(client.origin)}</p>
      <form method="post" action="${getScope(ctx, interaction)}/${client.digest}/consent"><button>${messages.allow}</button></form>
      ${renderRejectForm(messages, getScope(ctx, interaction))}`,
    client.origin ? [client.origin] : [],
  );
}
