// Made by `npm run client` from the OpenAPI document of the API; not edited by hand.
export interface paths {
    "/-/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is alive */
        get: operations["health.live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/-/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether database, Temporal and a polling worker are there */
        get: operations["health.ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user or client behind the credential
         * @description Organization and project are those the credential was made in; a browser session has none. A client-credentials token acts as its project and has no user.
         */
        get: operations["identity.whoami"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your own profile
         * @description A credential that is cut down needs the scope `profile`, and `email` too to see the address.
         */
        get: operations["user.read"];
        put?: never;
        /** Change your own profile */
        post: operations["user.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set your own picture: JPEG, PNG or GIF, at most 5 MB */
        post: operations["user.avatar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/grant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you let OAuth clients do, newest first
         * @description One for each client, whatever number of times you consented.
         */
        get: operations["user.grant.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/grant/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take back what you let an OAuth client do; its tokens end at once */
        delete: operations["user.grant.withdraw"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for an account; a mail leads on
         * @description Makes nothing yet: the mailed link confirms the address, and with it the password is chosen. An address that an organization invited gets the link of its invite instead. Answers alike whether the address is new, has an account, may not sign up, or has had too many mails.
         */
        post: operations["identity.sign_up"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/verify-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an address with the token that was mailed, and choose the password: this makes the account
         * @description Works once, and ends every other link that was mailed to the address.
         */
        post: operations["identity.verify_address"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mail the link that confirms an address again */
        post: operations["identity.resend_verification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign a browser in; the answer sets its session cookie */
        post: operations["identity.sign_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign this browser out */
        post: operations["identity.sign_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/sign-out-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all your browser sessions, this one too
         * @description API keys and what OAuth clients were granted stay; those are taken back one by one.
         */
        post: operations["identity.sign_out_everywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a link for choosing a new password
         * @description Answers alike whether the address has an account or not.
         */
        post: operations["identity.request_password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a new password with the token that was mailed; signs out everywhere
         * @description Works once, and ends every other link that was mailed to the address. API keys and what applications were granted stay unless the body says otherwise.
         */
        post: operations["identity.reset_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/api_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's live keys */
        get: operations["identity.api_key.list"];
        put?: never;
        /** Mint an API key; its value is shown once */
        post: operations["identity.api_key.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/api_key/{api_key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke a key */
        post: operations["identity.api_key.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/oauth_client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The project's OAuth clients */
        get: operations["oauth_client.list"];
        put?: never;
        /**
         * Register an OAuth client; its secret is shown once
         * @description Without grant types it is a client-credentials client, or a code-flow client when it has redirect addresses. Redirect addresses are absolute https addresses or http on a loopback host, and are matched exactly.
         */
        post: operations["oauth_client.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an OAuth client */
        get: operations["oauth_client.read"];
        put?: never;
        /**
         * Change an OAuth client
         * @description Taking away a grant type or a scope revokes all its tokens. Changing its name, redirect addresses, grant types or PKCE ends what people granted it: they consented to another client, and are asked anew. The scopes and grant types of a client-credentials client, which acts as an editor of the project, need `project:create_oauth_client`.
         */
        post: operations["oauth_client.update"];
        /** Delete an OAuth client and revoke all its tokens */
        delete: operations["oauth_client.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}/client_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an OAuth client a new secret, shown once; the old one and its tokens end at once
         * @description Of a client-credentials client it needs `project:create_oauth_client` besides.
         */
        post: operations["oauth_client.rotate_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Organizations the caller belongs to or could join
         * @description `active`: those the caller belongs to. `joinable_by_domain`: those that have verified the domain of the caller’s address. `joinable_by_invite`: those with an open invite for it. `joinable`: both. Only an address the caller has verified counts. What is not for outsiders, `account` for one, is left out of joinable ones. A credential that is cut down sees what its scopes show: without `organization:view` only the organization it was made in, by name, and without `organization:view` or `organization:join` none that it could join.
         */
        get: operations["organization.list"];
        put?: never;
        /**
         * Create an organization
         * @description Platform administrators may; with ORGANIZATION_CREATION=everyone, every user.
         */
        post: operations["organization.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an organization */
        get: operations["organization.read"];
        put?: never;
        /** Change an organization */
        post: operations["organization.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set the picture of an organization */
        post: operations["organization.avatar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join by invite code, by an open invite for the own address, or by its verified domain */
        post: operations["organization.join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Invites of the organization, newest first */
        get: operations["organization_invite.list"];
        put?: never;
        /**
         * Invite somebody by e-mail
         * @description Editors and owners invite; inviting an editor (also of a project) needs an owner, inviting an owner a system role. Without roles the invite gives membership only.
         */
        post: operations["organization_invite.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/invite/{org_invite_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw an open invite */
        delete: operations["organization_invite.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/invite/{org_invite_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the mail of an invite again; it then has its whole time anew, also when it had expired */
        post: operations["organization_invite.resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Domains of the organization, newest first */
        get: operations["organization_domain.list"];
        put?: never;
        /** Add a domain; its DNS record is looked for during 14 days */
        post: operations["organization_domain.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/domains/{domain_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a domain away; who joined by it stays */
        delete: operations["organization_domain.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/domains/{domain_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Look for the DNS record now */
        post: operations["organization_domain.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/partner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Partners, newest first */
        get: operations["partner.list"];
        put?: never;
        /** Add a partner */
        post: operations["partner.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/partner/{partner_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a partner */
        get: operations["partner.read"];
        put?: never;
        /** Change a partner; what is left out stays */
        post: operations["partner.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/avatar/{avatar}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A picture of a user, an organization or a project
         * @description The address is random and new for each picture, so that it may be kept for ever.
         */
        get: operations["avatar.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Projects of the organization that the caller may see */
        get: operations["project.list"];
        put?: never;
        /** Create a project, which the caller then owns */
        post: operations["project.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a project */
        get: operations["project.read"];
        put?: never;
        /** Rename a project */
        post: operations["project.update"];
        /** Delete a project; its unfinished runs are stopped and its API keys revoked */
        delete: operations["project.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set the picture of a project */
        post: operations["project.avatar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Settings for chats and retrieval */
        get: operations["project.config.read"];
        put?: never;
        /**
         * Change settings for chats and retrieval
         * @description Chats and retrieval are not available yet: only the values that stand already are taken.
         */
        post: operations["project.config.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow which runs and approval requests change state, with counts by state
         * @description With `Accept: text/event-stream` a stream that begins with `counts`, then tells each change (`agent_run`, `task_run`, `approval_request`) and new `counts`; it never ends by itself. `Last-Event-ID` resumes it. Otherwise the present counts as JSON.
         */
        get: operations["project.changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Models that tasks and agents can use */
        get: operations["model.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/model/{model_id_or_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a model by id, name or alias */
        get: operations["model.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tasks */
        get: operations["task.list"];
        put?: never;
        /** Create a task with its first active revision */
        post: operations["task.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a task with its revisions and their weights */
        get: operations["task.read"];
        put?: never;
        /** Edit a task; revision fields add an inactive revision, active_revisions set which serve */
        post: operations["task.update"];
        /**
         * Delete a task; its runs stay readable, unfinished ones are stopped
         * @description Runs that answer an agent's tool call are not stopped: they are a part of that agent's run, which goes on. New calls of the task are told that it is gone.
         */
        delete: operations["task.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one task's runs */
        get: operations["task_run.list"];
        put?: never;
        /**
         * Run a task and answer with its result
         * @description JSON, or multipart with `task_input` as a JSON string and files as `task_file`. `Prefer: respond-async` answers 202 with the queued run, `Prefer: wait=n` after n seconds at the latest. A run that fails is a 200 with `is_error`.
         */
        post: operations["task_run.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one run */
        get: operations["task_run.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/file/{file_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download a file of a run */
        get: operations["task_run.file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task_run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List runs project-wide; the last 7 days unless start_date is given */
        get: operations["task_run.list_project"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List agents */
        get: operations["task_agent.list"];
        put?: never;
        /** Create an agent with its first active revision */
        post: operations["task_agent.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an agent with its revisions */
        get: operations["task_agent.read"];
        put?: never;
        /** Edit an agent; configuration adds an inactive revision, active_revision_id is sent alone */
        post: operations["task_agent.update"];
        /** Delete an agent, keeping its run history; unfinished runs are stopped */
        delete: operations["task_agent.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/revision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List revisions, newest first */
        get: operations["task_agent.revision.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/revision/{revision_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a revision */
        get: operations["task_agent.revision.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one agent's runs */
        get: operations["task_agent_run.list"];
        put?: never;
        /**
         * Run an agent on a message
         * @description With `Accept: text/event-stream` the events are streamed until the run has ended or every branch waits for a person; otherwise the finished or held run is answered. `Prefer: respond-async` answers 202 at once, `Prefer: wait=n` after n seconds at the latest.
         */
        post: operations["task_agent_run.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task_agent_run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List agent runs project-wide */
        get: operations["task_agent_run.list_project"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a run: status, what it waits for, output, timings and cost */
        get: operations["task_agent_run.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a held run go on, and follow it; also leaves a message for a run that waits */
        post: operations["task_agent_run.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/effects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The run's side-effect ledger */
        get: operations["task_agent_run.effects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/file/{file_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download a file of a run */
        get: operations["task_agent_run.file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A run's events: as JSON, or as a stream to follow or resume
         * @description With `Accept: text/event-stream` the events after `Last-Event-ID` (or `after`) are streamed; `deltas=false` sends whole turns, `follow=true` stays open while the run waits. A finished run followed from its last event answers 204.
         */
        get: operations["task_agent_run.events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an agent's sessions */
        get: operations["task_agent_session.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/session/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a session with its newest runs */
        get: operations["task_agent_session.read"];
        put?: never;
        post?: never;
        /** Delete a session with its runs; refused while one is active */
        delete: operations["task_agent_session.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/approval-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Approval requests of the project */
        get: operations["approval_request.list_project"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One agent's approval requests */
        get: operations["approval_request.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an approval request */
        get: operations["approval_request.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a tool call, with edited arguments where the reviewer changed them */
        post: operations["approval_request.approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a tool call; the policy says whether the model is told or the run ends */
        post: operations["approval_request.reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Follow the run from its pause on; restarts one that is held, decides nothing */
        post: operations["approval_request.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a run and answer the receipt
         * @description Answers when the run has stopped, with what it had done; 409 RUN_ENDED where it had ended before.
         */
        post: operations["task_agent_run.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a run and answer the receipt
         * @description Answers when the run has stopped, with what it had done; 409 RUN_ENDED where it had ended before.
         */
        post: operations["task_run.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/iam/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members that hold roles directly on it */
        get: operations["organization.iam.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/iam/members/{member}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One direct member and its roles */
        get: operations["organization.iam.read"];
        put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        post: operations["organization.iam.change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/iam/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        post: operations["organization.iam.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/iam/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members that hold roles directly on it */
        get: operations["project.iam.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/iam/members/{member}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One direct member and its roles */
        get: operations["project.iam.read"];
        put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        post: operations["project.iam.change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/iam/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        post: operations["project.iam.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/iam/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members that hold roles directly on it */
        get: operations["task.iam.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/iam/members/{member}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One direct member and its roles */
        get: operations["task.iam.read"];
        put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        post: operations["task.iam.change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/iam/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        post: operations["task.iam.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/iam/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members that hold roles directly on it */
        get: operations["task_agent.iam.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/iam/members/{member}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One direct member and its roles */
        get: operations["task_agent.iam.read"];
        put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        post: operations["task_agent.iam.change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/iam/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        post: operations["task_agent.iam.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}/iam/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members that hold roles directly on it */
        get: operations["oauth_client.iam.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}/iam/members/{member}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One direct member and its roles */
        get: operations["oauth_client.iam.read"];
        put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        post: operations["oauth_client.iam.change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}/iam/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        post: operations["oauth_client.iam.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/audit_event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Audit events of the project, newest first */
        get: operations["project.audit_event.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/audit_event/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Audit events of the project with their payloads, oldest first, one JSON object a line */
        get: operations["project.audit_event.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/audit_event/integrity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Head and checkpoint of the chain of events of the project itself */
        get: operations["project.audit_event.integrity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/audit_event/integrity/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Recompute the hashes of the events of the project, and report the first break */
        post: operations["project.audit_event.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/project/{project_id}/audit_event/{audit_event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One audit event with its payload */
        get: operations["project.audit_event.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/audit_event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Audit events of the organization, those of its projects among them, newest first */
        get: operations["organization.audit_event.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/audit_event/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Audit events of the organization, those of its projects among them with their payloads, oldest first, one JSON object a line */
        get: operations["organization.audit_event.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/audit_event/integrity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Head and checkpoint of the chain of events of the organization itself */
        get: operations["organization.audit_event.integrity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/audit_event/integrity/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Recompute the hashes of the events of the organization, those of its projects among them, and report the first break */
        post: operations["organization.audit_event.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/org/{org_id}/audit_event/{audit_event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One audit event with its payload */
        get: operations["organization.audit_event.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Agent: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            name: string;
            description: string;
            task_agent_run_visibility: string;
            deleted: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            modified: string;
            /** Format: uuid */
            active_revision_id: string;
            mode: string;
            instruction: string;
            /** Format: uuid */
            llm_model_id: string;
            fallback_llm_model_id: string | null;
            llm_config: {
                [key: string]: unknown;
            };
            max_turns: number;
            max_credits: string | null;
            memory_strategy: string;
            memory_config: {
                [key: string]: unknown;
            };
            skills: {
                [key: string]: unknown;
            }[];
            integrations: {
                [key: string]: unknown;
            }[];
            mcp_servers: {
                [key: string]: unknown;
            }[];
            collections: {
                [key: string]: unknown;
            }[];
            builtin_tools: string[];
            task_tools: {
                /** Format: uuid */
                task_id: string;
                is_output_formatter: boolean;
            }[];
            approval_policy: {
                [key: string]: unknown;
            };
            /** @description newest first */
            revisions: components["schemas"]["AgentRevision"][];
            /** @description the runs of the last seven days that the caller sees; only where a list was asked for it */
            seven_day_summary?: {
                runs: number;
                completed: number;
                failed: number;
                cancelled: number;
                /** @description not over yet */
                open: number;
                total_tokens: number;
                /** @description exact decimal */
                charged_credits: string;
            };
        };
        AgentCreate: {
            name: string;
            instruction: string;
            /** @description id, name or alias of a model */
            llm_model_id: string;
            description?: string;
            /** @enum {string} */
            task_agent_run_visibility?: "owner_only" | "editors_and_owners" | "all_viewers";
            /** @enum {string} */
            mode?: "agentic" | "sequential";
            fallback_llm_model_id?: string | null;
            llm_config?: {
                temperature?: number | null;
                max_tokens?: number | null;
                top_p?: number | null;
                top_k?: number | null;
                presence_penalty?: number | null;
                frequency_penalty?: number | null;
                seed?: number | null;
                stop?: string[] | null;
            };
            max_turns?: number;
            max_credits?: (string | number) | null;
            /** @enum {string} */
            memory_strategy?: "sliding_window" | "compaction";
            memory_config?: {
                max_events?: number;
            };
            skills?: {
                [key: string]: unknown;
            }[];
            integrations?: {
                [key: string]: unknown;
            }[];
            mcp_servers?: {
                [key: string]: unknown;
            }[];
            collections?: {
                [key: string]: unknown;
            }[];
            builtin_tools?: string[];
            task_tools?: {
                /** Format: uuid */
                task_id: string;
                /** @default false */
                is_output_formatter?: boolean;
            }[];
            approval_policy?: components["schemas"]["ApprovalPolicy"];
        };
        AgentPage: {
            results: components["schemas"]["Agent"][];
            pagination: components["schemas"]["Pagination"];
        };
        AgentRevision: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            task_agent_id: string;
            active: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            mode: string;
            instruction: string;
            /** Format: uuid */
            llm_model_id: string;
            fallback_llm_model_id: string | null;
            llm_config: {
                [key: string]: unknown;
            };
            max_turns: number;
            max_credits: string | null;
            memory_strategy: string;
            memory_config: {
                [key: string]: unknown;
            };
            skills: {
                [key: string]: unknown;
            }[];
            integrations: {
                [key: string]: unknown;
            }[];
            mcp_servers: {
                [key: string]: unknown;
            }[];
            collections: {
                [key: string]: unknown;
            }[];
            builtin_tools: string[];
            task_tools: {
                /** Format: uuid */
                task_id: string;
                is_output_formatter: boolean;
            }[];
            approval_policy: {
                [key: string]: unknown;
            };
        };
        AgentRevisionPage: {
            results: components["schemas"]["AgentRevision"][];
            pagination: components["schemas"]["Pagination"];
        };
        AgentRun: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            task_agent_id: string;
            task_agent: {
                /** Format: uuid */
                id: string;
                name: string;
                deleted: boolean;
            };
            /** Format: uuid */
            task_agent_revision_id: string;
            /** Format: uuid */
            session_id: string;
            /** @description queued, running, waiting_for_human, held, cancelling, completed, failed or cancelled */
            status: string;
            waiting_for: components["schemas"]["WaitingFor"] | null;
            message: string;
            output: string | null;
            formatted_output: unknown;
            is_error: boolean;
            error: components["schemas"]["RunError"] | null;
            trigger_type: string;
            input_tokens: number;
            output_tokens: number;
            total_tokens: number;
            /** @description exact decimal */
            charged_credits: string;
            /** @description whether a part of tokens and credits is estimated: a model call ended before its provider counted them */
            usage_estimated: boolean;
            phase_timings: {
                [key: string]: unknown;
            };
            turns: number;
            skills_activated: string[];
            task_tools_invoked: string[];
            integration_tools_invoked: string[];
            mcp_tools_invoked: string[];
            approval_requests: {
                /** Format: uuid */
                id: string;
                status: string;
                tool_name: string;
                /** Format: uuid */
                tool_call_id: string;
            }[];
            files: {
                name: string;
                media_type: string;
                /** @description bytes */
                size: number;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            started: string | null;
            completed: string | null;
            duration_ms: number | null;
        };
        AgentRunPage: {
            results: components["schemas"]["AgentRun"][];
            pagination: components["schemas"]["Pagination"];
        };
        AgentRunReceipt: {
            run: components["schemas"]["AgentRun"];
            /** @description calls that did not happen any more */
            stopped: {
                /** Format: uuid */
                tool_call_id: string;
                tool_name: string;
                detail: string | null;
            }[];
            /** @description calls that took effect before the stop */
            done: {
                /** Format: uuid */
                tool_call_id: string;
                tool_name: string;
                detail: string | null;
            }[];
            /** @description calls of which nobody knows */
            unknown: {
                /** Format: uuid */
                tool_call_id: string;
                tool_name: string;
                detail: string | null;
            }[];
            /** @description what the run's model calls cost, those of its tasks and the one that was cut off included */
            spent: {
                input_tokens: number;
                output_tokens: number;
                charged_credits: string;
                /** @description whether a part of tokens and credits is estimated: a model call ended before its provider counted them */
                estimated: boolean;
            };
        };
        AlreadyDecidedError: {
            detail: {
                /** @constant */
                reason: "ALREADY_DECIDED";
                message: string;
                alreadyDecidedError?: Record<string, never>;
            };
        };
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description the first characters of the value */
            prefix: string;
            scopes: string[] | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            last_used: string | null;
            revoked: string | null;
        };
        ApprovalPolicy: {
            /**
             * @default destructive
             * @enum {string}
             */
            default?: "never" | "destructive" | "always";
            /** @default [] */
            rules?: components["schemas"]["ApprovalRule"][];
            /** @description names or globs of tools that may be sent again under the same Idempotency-Key after an unclear end */
            idempotent?: string[];
        };
        ApprovalRequest: {
            /** Format: uuid */
            id: string;
            /** @description tool_call, confirm_effect or budget */
            kind: string;
            /** Format: uuid */
            task_agent_id: string;
            task_agent_name: string;
            /** Format: uuid */
            task_agent_run_id: string;
            /** Format: uuid */
            session_id: string;
            tool_call_id: string | null;
            tool_name: string;
            tool_type: string;
            arguments: unknown;
            /** @description pending, approved, rejected, expired or cancelled */
            status: string;
            decisions: {
                decision: string;
                by: string;
                api_key_id: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC
                 */
                at: string;
                note: string | null;
            }[];
            decision_note: string | null;
            decided_by: string | null;
            decided_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            expires_at: string | null;
            requested_by: string;
            /** @description none, reversible, irreversible or unknown */
            effect: string;
            /** @description the policy rule that asked */
            rule: unknown;
            tool_schema: unknown;
            arguments_digest: string;
            approvals_needed: number;
            /** @description for the caller with the credential at hand */
            can_decide: {
                allowed: boolean;
                reason: string | null;
            };
        };
        ApprovalRequestNotPendingError: {
            detail: {
                /** @constant */
                reason: "APPROVAL_REQUEST_NOT_PENDING";
                message: string;
                approvalRequestNotPendingError?: Record<string, never>;
            };
        };
        ApprovalRequestPage: {
            results: components["schemas"]["ApprovalRequest"][];
            pagination: components["schemas"]["Pagination"];
        };
        ApprovalRule: {
            /** @description tool name or glob; must fit a tool of the revision */
            tool: string;
            /** @enum {string} */
            tool_type?: "builtin" | "task";
            /** @enum {string} */
            mode: "always" | "never";
            /** @enum {string} */
            on_reject?: "fail" | "return_to_model";
            /** @description ISO 8601 duration, e.g. PT15M */
            expires_in?: string;
            approvers?: ("owner" | "editor" | "viewer")[];
            approvals_needed?: number;
        };
        ArgumentsDigestMismatchError: {
            detail: {
                /** @constant */
                reason: "ARGUMENTS_DIGEST_MISMATCH";
                message: string;
                argumentsDigestMismatchError?: Record<string, never>;
            };
        };
        AuditEvent: {
            /** Format: uuid */
            id: string;
            org_id: string | null;
            project_id: string | null;
            /** @description user, client, system or anonymous */
            actor_type: string;
            actor_user_id: string | null;
            api_key_id: string | null;
            oauth_client_id: string | null;
            event_type: string;
            resource_type: string;
            resource_id: string | null;
            message: string;
            labels: {
                [key: string]: string;
            };
            request_id: string | null;
            ip_address: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /** Format: uuid */
            chain_id: string;
            /** @description number in its chain */
            seq: number;
            /** @description SHA-256 in hexadecimal */
            previous_hash: string;
            /** @description SHA-256 in hexadecimal */
            hash: string;
        };
        AuditEventPage: {
            results: components["schemas"]["AuditEvent"][];
            pagination: components["schemas"]["Pagination"];
        };
        AuditEventWithPayload: {
            /** Format: uuid */
            id: string;
            org_id: string | null;
            project_id: string | null;
            /** @description user, client, system or anonymous */
            actor_type: string;
            actor_user_id: string | null;
            api_key_id: string | null;
            oauth_client_id: string | null;
            event_type: string;
            resource_type: string;
            resource_id: string | null;
            message: string;
            labels: {
                [key: string]: string;
            };
            request_id: string | null;
            ip_address: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /** Format: uuid */
            chain_id: string;
            /** @description number in its chain */
            seq: number;
            /** @description SHA-256 in hexadecimal */
            previous_hash: string;
            /** @description SHA-256 in hexadecimal */
            hash: string;
            payload: {
                [key: string]: unknown;
            };
        };
        AuditIntegrity: {
            /** Format: uuid */
            chain_id: string;
            /** @description number of the newest event; 0 for none */
            head_seq: number;
            /** @description SHA-256 in hexadecimal */
            head_hash: string;
            last_event_at: string | null;
            /** @description number of the newest event that retention took away; 0 for none */
            checkpoint_seq: number;
            /** @description SHA-256 in hexadecimal */
            checkpoint_hash: string;
        };
        AuditVerification: {
            valid: boolean;
            chains_checked: number;
            events_checked: number;
            first_break: {
                /** Format: uuid */
                chain_id: string;
                audit_event_id: string | null;
                seq: number;
                /** @description altered, missing, inserted, out_of_order, broken_link or head */
                kind: string;
                message: string;
            } | null;
        };
        BodyTooComplexError: {
            detail: {
                /** @constant */
                reason: "BODY_TOO_COMPLEX";
                message: string;
                bodyTooComplexError?: Record<string, never>;
            };
        };
        BodyTooLargeError: {
            detail: {
                /** @constant */
                reason: "BODY_TOO_LARGE";
                message: string;
                bodyTooLargeError?: Record<string, never>;
            };
        };
        CrossSiteRequestError: {
            detail: {
                /** @constant */
                reason: "CROSS_SITE_REQUEST";
                message: string;
                crossSiteRequestError?: Record<string, never>;
            };
        };
        DatabaseUnavailableError: {
            detail: {
                /** @constant */
                reason: "DATABASE_UNAVAILABLE";
                message: string;
                databaseUnavailableError?: Record<string, never>;
            };
        };
        Domain: {
            /** Format: uuid */
            id: string;
            domain: string;
            /** @description unverified or verified */
            status: string;
            /** @description the DNS record that shows the domain is yours */
            verification: {
                type: string;
                name: string;
                value: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            checked_at: string | null;
            check_error: string | null;
            next_check_at: string | null;
            verified_at: string | null;
        };
        DomainAlreadyExistsError: {
            detail: {
                /** @constant */
                reason: "DOMAIN_ALREADY_EXISTS";
                message: string;
                domainAlreadyExistsError?: Record<string, never>;
            };
        };
        DomainPage: {
            results: components["schemas"]["Domain"][];
            pagination: components["schemas"]["Pagination"];
        };
        Done: {
            status: string;
            message: string;
        };
        DuplicateTaskNameError: {
            detail: {
                /** @constant */
                reason: "DUPLICATE_TASK_NAME";
                message: string;
                duplicateTaskNameError?: Record<string, never>;
            };
        };
        Effect: {
            /** Format: uuid */
            tool_call_id: string;
            tool_name: string;
            /** @description intended, sent, done, failed or unknown */
            status: string;
            detail: string | null;
            /** @description how often the call was sent */
            attempts: number;
            /** @description SHA-256 over the arguments that were sent */
            request_digest: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            sent_at: string | null;
            settled_at: string | null;
        };
        EffectPage: {
            results: components["schemas"]["Effect"][];
            pagination: components["schemas"]["Pagination"];
        };
        EndedSessions: {
            ended: number;
        };
        FileDamagedError: {
            detail: {
                /** @constant */
                reason: "FILE_DAMAGED";
                message: string;
                fileDamagedError?: Record<string, never>;
            };
        };
        FileStoreUnavailableError: {
            detail: {
                /** @constant */
                reason: "FILE_STORE_UNAVAILABLE";
                message: string;
                fileStoreUnavailableError?: Record<string, never>;
            };
        };
        FileTooLargeError: {
            detail: {
                /** @constant */
                reason: "FILE_TOO_LARGE";
                message: string;
                fileTooLargeError?: Record<string, never>;
            };
        };
        HeldPermissions: {
            permissions: string[];
            member: string;
        };
        IdempotencyKeyReusedError: {
            detail: {
                /** @constant */
                reason: "IDEMPOTENCY_KEY_REUSED";
                message: string;
                idempotencyKeyReusedError?: Record<string, never>;
            };
        };
        IdempotencyKeyTakenOverError: {
            detail: {
                /** @constant */
                reason: "IDEMPOTENCY_KEY_TAKEN_OVER";
                message: string;
                idempotencyKeyTakenOverError?: Record<string, never>;
            };
        };
        InsufficientCreditsError: {
            detail: {
                /** @constant */
                reason: "INSUFFICIENT_CREDITS";
                message: string;
                insufficientCreditsError?: Record<string, never>;
            };
        };
        InternalError: {
            /** @constant */
            detail: "internal server error";
        };
        InvalidDomainError: {
            detail: {
                /** @constant */
                reason: "INVALID_DOMAIN";
                message: string;
                invalidDomainError?: Record<string, never>;
            };
        };
        InvalidImageError: {
            detail: {
                /** @constant */
                reason: "INVALID_IMAGE";
                message: string;
                invalidImageError?: Record<string, never>;
            };
        };
        InvalidInviteCodeError: {
            detail: {
                /** @constant */
                reason: "INVALID_INVITE_CODE";
                message: string;
                invalidInviteCodeError?: Record<string, never>;
            };
        };
        InvalidLinkError: {
            detail: {
                /** @constant */
                reason: "INVALID_LINK";
                message: string;
                invalidLinkError?: Record<string, never>;
            };
        };
        InvalidMemberError: {
            detail: {
                /** @constant */
                reason: "INVALID_MEMBER";
                message: string;
                invalidMemberError?: Record<string, never>;
            };
        };
        InvalidRoleError: {
            detail: {
                /** @constant */
                reason: "INVALID_ROLE";
                message: string;
                invalidRoleError?: Record<string, never>;
            };
        };
        InvalidSubjectTypeError: {
            detail: {
                /** @constant */
                reason: "INVALID_SUBJECT_TYPE";
                message: string;
                invalidSubjectTypeError?: Record<string, never>;
            };
        };
        Invite: {
            /** Format: uuid */
            id: string;
            email_address: string;
            roles: string[];
            project_roles: {
                [key: string]: string[];
            };
            /** @description pending, accepted or expired */
            status: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            expires_at: string;
            sent_at: string | null;
            reminded_at: string | null;
            accepted_at: string | null;
            delivery_error: string | null;
        };
        InvitePage: {
            results: components["schemas"]["Invite"][];
            pagination: components["schemas"]["Pagination"];
        };
        LastOwnerError: {
            detail: {
                /** @constant */
                reason: "LAST_OWNER";
                message: string;
                lastOwnerError?: Record<string, never>;
            };
        };
        ListedOrganization: {
            /** Format: uuid */
            id: string;
            name: string;
            avatar_url: string | null;
            low_credit_alerts?: boolean;
            usage_based_pricing_enabled?: boolean;
            plan?: string;
            plan_status?: string;
            plan_interval?: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            trial_ends_at?: string;
            auto_topup_config?: {
                [key: string]: unknown;
            };
            account?: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                org_id: string;
                credits: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC
                 */
                modified: string;
            };
            contact_email?: string;
            public_metadata?: {
                [key: string]: unknown;
            };
        };
        ListedOrganizationPage: {
            results: components["schemas"]["ListedOrganization"][];
            pagination: components["schemas"]["Pagination"];
        };
        Liveness: {
            status: string;
        };
        MalformedBodyError: {
            detail: {
                /** @constant */
                reason: "MALFORMED_BODY";
                message: string;
                malformedBodyError?: Record<string, never>;
            };
        };
        MalformedCursorError: {
            detail: {
                /** @constant */
                reason: "MALFORMED_CURSOR";
                message: string;
                malformedCursorError?: Record<string, never>;
            };
        };
        MalformedIdentifierError: {
            detail: {
                /** @constant */
                reason: "MALFORMED_IDENTIFIER";
                message: string;
                malformedIdentifierError?: Record<string, never>;
            };
        };
        Member: {
            /** @description `<subject_type>:<subject_id>`; subject types are user, organization and project */
            member: string;
            /** @description roles held directly on the resource */
            roles: string[];
            name: string;
            avatar_url: string | null;
            /** @description how many users the member stands for */
            total_subjects: number;
        };
        MemberPage: {
            results: components["schemas"]["Member"][];
            pagination: components["schemas"]["Pagination"];
        };
        Model: {
            /** Format: uuid */
            id: string;
            name: string;
            alias: string | null;
            provider: string;
            vendor: string;
            description: string;
            supports_vision: boolean;
            supports_tools: boolean;
            output_modalities: string[];
            context_window: number | null;
            /** @description credits per million input tokens, exact decimal */
            input_price: string;
            /** @description credits per million output tokens, exact decimal */
            output_price: string;
            retired: boolean;
        };
        MultipleRolesNotAllowedError: {
            detail: {
                /** @constant */
                reason: "MULTIPLE_ROLES_NOT_ALLOWED";
                message: string;
                multipleRolesNotAllowedError?: Record<string, never>;
            };
        };
        NewApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description the first characters of the value */
            prefix: string;
            scopes: string[] | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            last_used: string | null;
            revoked: string | null;
            /** @description the key itself; shown only here */
            value: string;
        };
        OAuthClient: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            client_id: string;
            /** Format: uuid */
            project_id: string;
            name: string;
            profile: string | null;
            grant_types: string[];
            redirect_uris: string[];
            scopes: string | null;
            pkce_required: boolean;
            pkce_challenge_method: string;
            token_endpoint_auth_method: string;
            access_token_type: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            modified: string;
        };
        OauthClientHasNoSecretError: {
            detail: {
                /** @constant */
                reason: "OAUTH_CLIENT_HAS_NO_SECRET";
                message: string;
                oauthClientHasNoSecretError?: Record<string, never>;
            };
        };
        OAuthClientPage: {
            results: components["schemas"]["OAuthClient"][];
            pagination: components["schemas"]["Pagination"];
        };
        OAuthClientWithSecret: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            client_id: string;
            /** Format: uuid */
            project_id: string;
            name: string;
            profile: string | null;
            grant_types: string[];
            redirect_uris: string[];
            scopes: string | null;
            pkce_required: boolean;
            pkce_challenge_method: string;
            token_endpoint_auth_method: string;
            access_token_type: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            modified: string;
            client_secret: string | null;
        };
        OAuthGrant: {
            /** Format: uuid */
            client_id: string;
            client_name: string;
            /** @description name of the organization whose client it is */
            organization: string;
            /** @description name of its project */
            project: string;
            scopes: string[];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            granted: string;
        };
        Organization: {
            /** Format: uuid */
            id: string;
            name: string;
            contact_email: string;
            avatar_url: string | null;
            public_metadata: {
                [key: string]: unknown;
            };
            low_credit_alerts?: boolean;
            usage_based_pricing_enabled?: boolean;
            plan?: string;
            plan_status?: string;
            plan_interval?: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            trial_ends_at?: string;
            auto_topup_config?: {
                [key: string]: unknown;
            };
            account?: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                org_id: string;
                credits: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC
                 */
                modified: string;
            };
        };
        OrganizationInviteAlreadyExistsError: {
            detail: {
                /** @constant */
                reason: "ORGANIZATION_INVITE_ALREADY_EXISTS";
                message: string;
                organizationInviteAlreadyExistsError?: Record<string, never>;
            };
        };
        OrganizationMemberAlreadyExistsError: {
            detail: {
                /** @constant */
                reason: "ORGANIZATION_MEMBER_ALREADY_EXISTS";
                message: string;
                organizationMemberAlreadyExistsError?: Record<string, never>;
            };
        };
        OrganizationNameAlreadyExistsError: {
            detail: {
                /** @constant */
                reason: "ORGANIZATION_NAME_ALREADY_EXISTS";
                message: string;
                organizationNameAlreadyExistsError?: Record<string, never>;
            };
        };
        OwnProfile: {
            /** Format: uuid */
            id: string;
            name: string;
            avatar_url: string | null;
            job_role: string | null;
            bio: string | null;
            subscribed_to_newsletter: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            modified: string;
            email?: string;
            email_verified?: boolean;
        };
        Pagination: {
            next_cursor: string | null;
            has_next: boolean;
            page_limit: number;
        };
        Partner: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            avatar_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            modified: string;
        };
        PartnerPage: {
            results: components["schemas"]["Partner"][];
            pagination: components["schemas"]["Pagination"];
        };
        PermissionCheckFailedError: {
            detail: {
                /** @constant */
                reason: "PERMISSION_CHECK_FAILED";
                message: string;
                permissionCheckFailedError?: Record<string, never>;
            };
        };
        Project: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            org_id: string;
            name: string;
            avatar_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            modified: string;
        };
        ProjectConfig: {
            chat_guardrails: {
                input: string[];
                output: string[];
            };
            chat_system_commands: string[];
            /** @description how many pieces of knowledge a search brings; 4 by default */
            knn: number;
            llm: string | null;
            /** @description whether a search also asks in other words */
            query_expansion: boolean;
            temperature: number | null;
        };
        ProjectCounts: {
            /** @description by kind and state, what is not over and the caller may see */
            counts: {
                [key: string]: {
                    [key: string]: number;
                };
            };
        };
        ProjectPage: {
            results: components["schemas"]["Project"][];
            pagination: components["schemas"]["Pagination"];
        };
        ProjectStreamAgentRun: {
            id?: string;
            /** @constant */
            event: "agent_run";
            data: {
                /** Format: uuid */
                id: string;
                status: string;
                /** Format: uuid */
                task_agent_id: string;
                waiting_for: components["schemas"]["WaitingFor"] | null;
            };
        };
        ProjectStreamApprovalRequest: {
            id?: string;
            /** @constant */
            event: "approval_request";
            data: {
                /** Format: uuid */
                id: string;
                status: string;
                /** Format: uuid */
                task_agent_id: string;
                /** Format: uuid */
                task_agent_run_id: string;
            };
        };
        ProjectStreamCounts: {
            id?: string;
            /** @constant */
            event: "counts";
            data: {
                /** @description by kind and state, what is not over and the caller may see */
                counts: {
                    [key: string]: {
                        [key: string]: number;
                    };
                };
                resumed?: boolean;
            };
        };
        ProjectStreamEvent: components["schemas"]["ProjectStreamCounts"] | components["schemas"]["ProjectStreamAgentRun"] | components["schemas"]["ProjectStreamTaskRun"] | components["schemas"]["ProjectStreamApprovalRequest"];
        ProjectStreamTaskRun: {
            id?: string;
            /** @constant */
            event: "task_run";
            data: {
                /** Format: uuid */
                id: string;
                status: string;
                /** Format: uuid */
                task_id: string;
                waiting_for: components["schemas"]["WaitingFor"] | null;
            };
        };
        RangeNotSatisfiableError: {
            detail: {
                /** @constant */
                reason: "RANGE_NOT_SATISFIABLE";
                message: string;
                rangeNotSatisfiableError?: Record<string, never>;
            };
        };
        RateLimitedError: {
            detail: {
                /** @constant */
                reason: "RATE_LIMITED";
                message: string;
                rateLimitedError?: Record<string, never>;
            };
        };
        Readiness: {
            /** @description ready or not_ready */
            status: string;
            checks: {
                database: {
                    ok: boolean;
                    detail?: string;
                };
                temporal: {
                    ok: boolean;
                    detail?: string;
                };
                worker: {
                    ok: boolean;
                    detail?: string;
                };
            };
        };
        RequestTooSlowError: {
            detail: {
                /** @constant */
                reason: "REQUEST_TOO_SLOW";
                message: string;
                requestTooSlowError?: Record<string, never>;
            };
        };
        ResourceNotFoundError: {
            detail: {
                /** @constant */
                reason: "RESOURCE_NOT_FOUND";
                message: string;
                resourceNotFoundError?: Record<string, never>;
            };
        };
        RunEndedError: {
            detail: {
                /** @constant */
                reason: "RUN_ENDED";
                message: string;
                runEndedError?: Record<string, never>;
            };
        };
        RunError: {
            reason: string;
            message: string;
        };
        RunEvent: {
            /** @description the event's number in its run */
            id: string;
            /** @description user, agent, tool or system */
            author: string;
            content: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            timestamp: string;
            event_type: string;
            error_message: string | null;
            tool_calls: {
                /** Format: uuid */
                tool_call_id: string;
                tool_name: string;
                arguments: unknown;
            }[];
            tool_results: {
                /** Format: uuid */
                tool_call_id: string;
                tool_name: string;
                outcome: string;
                result: unknown;
            }[];
            approval_request_id: string | null;
            /** @description what else the stream's event carries: `tool_name` and `expires_at` of `approval_required`, … */
            payload: {
                [key: string]: unknown;
            };
        };
        RunEvents: {
            /** Format: uuid */
            run_id: string;
            /** Format: uuid */
            session_id: string;
            events: components["schemas"]["RunEvent"][];
            pagination?: {
                next_cursor: string | null;
                has_next: boolean;
                page_limit: number;
            };
        };
        RunNotWaitingError: {
            detail: {
                /** @constant */
                reason: "RUN_NOT_WAITING";
                message: string;
                runNotWaitingError?: Record<string, never>;
            };
        };
        RunStreamApprovalDecided: {
            id?: string;
            /** @constant */
            event: "approval_decided";
            data: {
                /** Format: uuid */
                approval_request_id: string;
                tool_call_id: string | null;
                /** @description approved, rejected or expired */
                status: string;
                decided_by: string | null;
                decision_note: string | null;
            };
        };
        RunStreamApprovalRequired: {
            id?: string;
            /** @constant */
            event: "approval_required";
            data: {
                /** Format: uuid */
                approval_request_id: string;
                tool_call_id: string | null;
                tool_name: string;
                tool_type: string;
                arguments: unknown;
                expires_at: string | null;
            };
        };
        RunStreamDone: {
            id?: string;
            /** @constant */
            event: "done";
            data: {
                /** Format: uuid */
                run_id: string;
                /** Format: uuid */
                session_id: string;
                status: string;
                output: string | null;
                usage: {
                    input_tokens: number;
                    output_tokens: number;
                    total_tokens: number;
                    charged_credits: string;
                };
            };
        };
        RunStreamError: {
            id?: string;
            /** @constant */
            event: "error";
            data: components["schemas"]["RunError"];
        };
        RunStreamEvent: components["schemas"]["RunStreamSessionId"] | components["schemas"]["RunStreamText"] | components["schemas"]["RunStreamTurnRestarted"] | components["schemas"]["RunStreamToolCall"] | components["schemas"]["RunStreamToolResult"] | components["schemas"]["RunStreamApprovalRequired"] | components["schemas"]["RunStreamApprovalDecided"] | components["schemas"]["RunStreamFormattedOutput"] | components["schemas"]["RunStreamError"] | components["schemas"]["RunStreamDone"];
        RunStreamFormattedOutput: {
            id?: string;
            /** @constant */
            event: "formatted_output";
            data: {
                formatted_output: unknown;
            };
        };
        RunStreamSessionId: {
            id?: string;
            /** @constant */
            event: "session_id";
            data: {
                /** Format: uuid */
                session_id: string;
                /** Format: uuid */
                run_id: string;
            };
        };
        RunStreamText: {
            id?: string;
            /** @constant */
            event: "text";
            /** @description a piece of what the agent says */
            data: {
                text: string;
                turn: number;
                attempt?: number;
            };
        };
        RunStreamToolCall: {
            id?: string;
            /** @constant */
            event: "tool_call";
            data: {
                /** Format: uuid */
                tool_call_id: string;
                tool_name: string;
                tool_type: string;
                arguments: unknown;
            };
        };
        RunStreamToolResult: {
            id?: string;
            /** @constant */
            event: "tool_result";
            data: {
                /** Format: uuid */
                tool_call_id: string;
                tool_name: string;
                outcome: string;
                result: unknown;
            };
        };
        RunStreamTurnRestarted: {
            id?: string;
            /** @constant */
            event: "turn_restarted";
            /** @description what the turn said so far is void */
            data: {
                turn: number;
                attempt?: number;
            };
        };
        SentenceError: {
            detail: string;
        };
        Session: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            task_agent_id: string;
            /** Format: uuid */
            task_agent_revision_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            modified: string;
            run_count: number;
            title: string;
        };
        SessionBusyError: {
            detail: {
                /** @constant */
                reason: "SESSION_BUSY";
                message: string;
                sessionBusyError?: Record<string, never>;
            };
        };
        SessionPage: {
            results: components["schemas"]["Session"][];
            pagination: components["schemas"]["Pagination"];
        };
        SessionRevisionMismatchError: {
            detail: {
                /** @constant */
                reason: "SESSION_REVISION_MISMATCH";
                message: string;
                sessionRevisionMismatchError?: Record<string, never>;
            };
        };
        SessionWithRuns: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            task_agent_id: string;
            /** Format: uuid */
            task_agent_revision_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            modified: string;
            run_count: number;
            title: string;
            runs: components["schemas"]["AgentRun"][];
        };
        SignUpClosedError: {
            detail: {
                /** @constant */
                reason: "SIGN_UP_CLOSED";
                message: string;
                signUpClosedError?: Record<string, never>;
            };
        };
        Task: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            name: string;
            description: string;
            enabled: boolean;
            /** @description the leading active revision's */
            output_modality: string;
            public: boolean;
            exposed_to_agents: boolean;
            task_run_visibility: string;
            access_token: string | null;
            test: boolean;
            tags: string[];
            deleted: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            modified: string;
            /** @description newest first */
            revisions: components["schemas"]["TaskRevision"][];
            active_revisions: {
                /** Format: uuid */
                task_revision_id: string;
                weight: number;
            }[];
        };
        TaskCreate: {
            name: string;
            enabled: boolean;
            /** @description id, name or alias of a model */
            llm_model_id: string;
            system_prompt: string;
            /** @description may hold `{variable}` places */
            user_prompt: string;
            description?: string;
            public?: boolean;
            exposed_to_agents?: boolean;
            /** @enum {string} */
            task_run_visibility?: "owner_only" | "editors_and_owners" | "all_viewers";
            access_token?: string | null;
            rotate_access_token?: boolean;
            /** @description of a new task or of the revision that an edit adds: made for a test and left out unless `include_tests` asks */
            test?: boolean;
            tags?: string[];
            annotation?: string | null;
            fallback_llm_config?: {
                temperature?: number | null;
                max_tokens?: number | null;
                top_p?: number | null;
                top_k?: number | null;
                presence_penalty?: number | null;
                frequency_penalty?: number | null;
                seed?: number | null;
                stop?: string[] | null;
            } | null;
            fallback_llm_model_id?: string | null;
            /** @enum {string} */
            file_input_mode?: "none" | "image" | "pdf" | "image_or_pdf" | "any";
            image_required?: boolean;
            input_processors?: {
                param_name: string;
                input_processor: string;
                config?: {
                    [key: string]: unknown;
                };
            }[];
            llm_config?: {
                temperature?: number | null;
                max_tokens?: number | null;
                top_p?: number | null;
                top_k?: number | null;
                presence_penalty?: number | null;
                frequency_penalty?: number | null;
                seed?: number | null;
                stop?: string[] | null;
            };
            /** @description large images are scaled down before the model sees them */
            optimise_images?: boolean;
            output_format?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description json where an output_format is given, else text
             * @enum {string}
             */
            output_modality?: "json" | "image" | "audio" | "pdf" | "text" | "csv";
            rag?: {
                /** Format: uuid */
                collection_id: string;
                rag_param?: string;
                rag_config?: {
                    candidate_k?: number;
                    context_instruction?: string;
                    final_k?: number;
                    include_sources?: boolean;
                    max_context_chunks?: number;
                    max_context_tokens?: number;
                    rewrite_mode?: string;
                };
            } | null;
            revision_tags?: string[];
            task_forwarder_id?: string | null;
            tool_choice?: ("auto" | "none" | "required") | null;
        };
        TaskDisabledError: {
            detail: {
                /** @constant */
                reason: "TASK_DISABLED";
                message: string;
                taskDisabledError?: Record<string, never>;
            };
        };
        TaskPage: {
            results: components["schemas"]["Task"][];
            pagination: components["schemas"]["Pagination"];
        };
        TaskRevision: {
            /** Format: uuid */
            id: string;
            active: boolean;
            annotation: string | null;
            system_prompt: string;
            user_prompt: string;
            input_params: string[];
            /** Format: uuid */
            llm_model_id: string;
            llm_config: {
                [key: string]: unknown;
            };
            fallback_llm_model_id: string | null;
            fallback_llm_config: {
                [key: string]: unknown;
            } | null;
            output_modality: string;
            output_format: {
                [key: string]: unknown;
            } | null;
            image_required: boolean;
            optimise_images: boolean;
            file_input_mode: string;
            input_processors: unknown[];
            rag: {
                [key: string]: unknown;
            } | null;
            task_forwarder_id: string | null;
            tool_choice: string | null;
            tags: {
                name: string;
            }[];
            test: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            modified: string;
        };
        TaskRun: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            task_id: string;
            task: {
                /** Format: uuid */
                id: string;
                name: string;
                deleted: boolean;
            };
            /** Format: uuid */
            task_revision_id: string;
            /** @description queued, running, completed, failed or cancelled */
            status: string;
            /** @description text, or the value itself where the modality is json */
            response: unknown;
            run_data: {
                [key: string]: unknown;
            };
            files: {
                name: string;
                media_type: string;
                /** @description bytes */
                size: number;
            }[];
            is_error: boolean;
            error: components["schemas"]["RunError"] | null;
            llm_retries: number;
            used_fallback_model: boolean;
            input_tokens: number;
            output_tokens: number;
            total_tokens: number;
            /** @description exact decimal */
            charged_credits: string;
            /** @description whether a part of tokens and credits is estimated: a model call ended before its provider counted them */
            usage_estimated: boolean;
            waiting_for: components["schemas"]["WaitingFor"] | null;
            llm_call_timing: number | null;
            reference: string | null;
            context_id: string | null;
            reporting_group_id: string | null;
            event_trigger_id?: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            started: string | null;
            completed: string | null;
        };
        TaskRunPage: {
            results: components["schemas"]["TaskRun"][];
            pagination: components["schemas"]["Pagination"];
        };
        TaskRunReceipt: {
            run: components["schemas"]["TaskRun"];
            /** @description calls that did not happen any more */
            stopped: {
                /** Format: uuid */
                tool_call_id: string;
                tool_name: string;
                detail: string | null;
            }[];
            /** @description calls that took effect before the stop */
            done: {
                /** Format: uuid */
                tool_call_id: string;
                tool_name: string;
                detail: string | null;
            }[];
            /** @description calls of which nobody knows */
            unknown: {
                /** Format: uuid */
                tool_call_id: string;
                tool_name: string;
                detail: string | null;
            }[];
            /** @description what the run's model calls cost, those of its tasks and the one that was cut off included */
            spent: {
                input_tokens: number;
                output_tokens: number;
                charged_credits: string;
                /** @description whether a part of tokens and credits is estimated: a model call ended before its provider counted them */
                estimated: boolean;
            };
        };
        TrialEndedError: {
            detail: {
                /** @constant */
                reason: "TRIAL_ENDED";
                message: string;
                trialEndedError?: Record<string, never>;
            };
        };
        UnauthorizedError: {
            error: {
                /** @constant */
                code: 401;
                /** @constant */
                status: "Unauthorized";
                message: string;
            };
        };
        UnsupportedContentTypeError: {
            detail: {
                /** @constant */
                reason: "UNSUPPORTED_CONTENT_TYPE";
                message: string;
                unsupportedContentTypeError?: Record<string, never>;
            };
        };
        User: {
            /** Format: uuid */
            id: string;
            name: string;
            email: string;
            email_verified: boolean;
            avatar_url: string | null;
            job_role: string | null;
            bio: string | null;
            subscribed_to_newsletter: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            created: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            modified: string;
        };
        UserAlreadyInvitedError: {
            detail: {
                /** @constant */
                reason: "USER_ALREADY_INVITED";
                message: string;
                userAlreadyInvitedError?: Record<string, never>;
            };
        };
        ValidationError: {
            detail: {
                loc: (string | number)[];
                msg: string;
                type: string;
            }[];
        };
        WaitingFor: {
            /** @description approval, budget, retry, held or worker */
            kind: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            since: string;
            until: string | null;
            detail: string;
        };
        Whoami: {
            /** @enum {string} */
            kind: "api_key" | "user_session" | "client_credentials" | "authorization_code";
            /** @description as whom the credential acts, `user:<id>` or `project:<id>` */
            subject: string;
            user_id: string | null;
            email: string | null;
            /** @description the user's name, or the client's */
            name: string;
            system_role: string | null;
            client_id: string | null;
            api_key_id: string | null;
            scopes: string[] | null;
            org_id: string | null;
            project_id: string | null;
        };
    };
    responses: {
        /** @description ValidationError */
        "422.ValidationError": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description InternalError */
        "500.InternalError": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description DATABASE_UNAVAILABLE */
        "503.DATABASE_UNAVAILABLE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DatabaseUnavailableError"];
            };
        };
        /** @description Service Unavailable */
        "503.Service Unavailable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Readiness"] | components["schemas"]["DatabaseUnavailableError"];
            };
        };
        /** @description UnauthorizedError */
        "401.UnauthorizedError": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description PERMISSION_CHECK_FAILED */
        "403.PERMISSION_CHECK_FAILED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PermissionCheckFailedError"];
            };
        };
        /** @description RATE_LIMITED */
        "429.RATE_LIMITED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedError"];
            };
        };
        /** @description MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE */
        "400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"];
            };
        };
        /** @description PERMISSION_CHECK_FAILED, CROSS_SITE_REQUEST */
        "403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PermissionCheckFailedError"] | components["schemas"]["CrossSiteRequestError"];
            };
        };
        /** @description REQUEST_TOO_SLOW */
        "408.REQUEST_TOO_SLOW": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RequestTooSlowError"];
            };
        };
        /** @description BODY_TOO_LARGE, BODY_TOO_COMPLEX */
        "413.BODY_TOO_LARGE.BODY_TOO_COMPLEX": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BodyTooLargeError"] | components["schemas"]["BodyTooComplexError"];
            };
        };
        /** @description MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_IMAGE */
        "400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_IMAGE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidImageError"];
            };
        };
        /** @description BODY_TOO_LARGE, BODY_TOO_COMPLEX, FILE_TOO_LARGE */
        "413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BodyTooLargeError"] | components["schemas"]["BodyTooComplexError"] | components["schemas"]["FileTooLargeError"];
            };
        };
        /** @description DATABASE_UNAVAILABLE, FILE_STORE_UNAVAILABLE */
        "503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DatabaseUnavailableError"] | components["schemas"]["FileStoreUnavailableError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE */
        "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"];
            };
        };
        /** @description RESOURCE_NOT_FOUND */
        "404.RESOURCE_NOT_FOUND": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ResourceNotFoundError"];
            };
        };
        /** @description SIGN_UP_CLOSED */
        "403.SIGN_UP_CLOSED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SignUpClosedError"];
            };
        };
        /** @description MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_LINK */
        "400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_LINK": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidLinkError"];
            };
        };
        /** @description CROSS_SITE_REQUEST */
        "403.CROSS_SITE_REQUEST": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CrossSiteRequestError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER */
        "400.MALFORMED_IDENTIFIER": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_CURSOR */
        "400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedCursorError"];
            };
        };
        /** @description OAUTH_CLIENT_HAS_NO_SECRET */
        "409.OAUTH_CLIENT_HAS_NO_SECRET": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OauthClientHasNoSecretError"];
            };
        };
        /** @description MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, SentenceError */
        "400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.SentenceError": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["SentenceError"];
            };
        };
        /** @description ORGANIZATION_NAME_ALREADY_EXISTS */
        "409.ORGANIZATION_NAME_ALREADY_EXISTS": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrganizationNameAlreadyExistsError"];
            };
        };
        /** @description MALFORMED_CURSOR */
        "400.MALFORMED_CURSOR": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedCursorError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, SentenceError */
        "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.SentenceError": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["SentenceError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_IMAGE */
        "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_IMAGE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidImageError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_INVITE_CODE */
        "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_INVITE_CODE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidInviteCodeError"];
            };
        };
        /** @description ORGANIZATION_MEMBER_ALREADY_EXISTS */
        "409.ORGANIZATION_MEMBER_ALREADY_EXISTS": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrganizationMemberAlreadyExistsError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_ROLE, MULTIPLE_ROLES_NOT_ALLOWED, ORGANIZATION_MEMBER_ALREADY_EXISTS, ORGANIZATION_INVITE_ALREADY_EXISTS */
        "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED.ORGANIZATION_MEMBER_ALREADY_EXISTS.ORGANIZATION_INVITE_ALREADY_EXISTS": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidRoleError"] | components["schemas"]["MultipleRolesNotAllowedError"] | components["schemas"]["OrganizationMemberAlreadyExistsError"] | components["schemas"]["OrganizationInviteAlreadyExistsError"];
            };
        };
        /** @description USER_ALREADY_INVITED */
        "409.USER_ALREADY_INVITED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserAlreadyInvitedError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, ORGANIZATION_INVITE_ALREADY_EXISTS, ORGANIZATION_MEMBER_ALREADY_EXISTS */
        "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.ORGANIZATION_INVITE_ALREADY_EXISTS.ORGANIZATION_MEMBER_ALREADY_EXISTS": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["OrganizationInviteAlreadyExistsError"] | components["schemas"]["OrganizationMemberAlreadyExistsError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_DOMAIN */
        "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_DOMAIN": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidDomainError"];
            };
        };
        /** @description DOMAIN_ALREADY_EXISTS */
        "409.DOMAIN_ALREADY_EXISTS": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DomainAlreadyExistsError"];
            };
        };
        /** @description RANGE_NOT_SATISFIABLE */
        "416.RANGE_NOT_SATISFIABLE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RangeNotSatisfiableError"];
            };
        };
        /** @description DATABASE_UNAVAILABLE, FILE_STORE_UNAVAILABLE, FILE_DAMAGED */
        "503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE.FILE_DAMAGED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DatabaseUnavailableError"] | components["schemas"]["FileStoreUnavailableError"] | components["schemas"]["FileDamagedError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, DUPLICATE_TASK_NAME */
        "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.DUPLICATE_TASK_NAME": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["DuplicateTaskNameError"];
            };
        };
        /** @description INSUFFICIENT_CREDITS, TRIAL_ENDED */
        "402.INSUFFICIENT_CREDITS.TRIAL_ENDED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientCreditsError"] | components["schemas"]["TrialEndedError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, TASK_DISABLED */
        "409.IDEMPOTENCY_KEY_REUSED.TASK_DISABLED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["TaskDisabledError"];
            };
        };
        /** @description DATABASE_UNAVAILABLE, IDEMPOTENCY_KEY_TAKEN_OVER, FILE_STORE_UNAVAILABLE */
        "503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER.FILE_STORE_UNAVAILABLE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DatabaseUnavailableError"] | components["schemas"]["IdempotencyKeyTakenOverError"] | components["schemas"]["FileStoreUnavailableError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, SESSION_REVISION_MISMATCH, SESSION_BUSY */
        "409.IDEMPOTENCY_KEY_REUSED.SESSION_REVISION_MISMATCH.SESSION_BUSY": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["SessionRevisionMismatchError"] | components["schemas"]["SessionBusyError"];
            };
        };
        /** @description DATABASE_UNAVAILABLE, IDEMPOTENCY_KEY_TAKEN_OVER */
        "503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DatabaseUnavailableError"] | components["schemas"]["IdempotencyKeyTakenOverError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, MALFORMED_CURSOR */
        "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.MALFORMED_CURSOR": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["MalformedCursorError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, RUN_NOT_WAITING */
        "409.IDEMPOTENCY_KEY_REUSED.RUN_NOT_WAITING": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["RunNotWaitingError"];
            };
        };
        /** @description SESSION_BUSY */
        "409.SESSION_BUSY": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SessionBusyError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, APPROVAL_REQUEST_NOT_PENDING, ALREADY_DECIDED, ARGUMENTS_DIGEST_MISMATCH */
        "409.IDEMPOTENCY_KEY_REUSED.APPROVAL_REQUEST_NOT_PENDING.ALREADY_DECIDED.ARGUMENTS_DIGEST_MISMATCH": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["ApprovalRequestNotPendingError"] | components["schemas"]["AlreadyDecidedError"] | components["schemas"]["ArgumentsDigestMismatchError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, APPROVAL_REQUEST_NOT_PENDING, ALREADY_DECIDED */
        "409.IDEMPOTENCY_KEY_REUSED.APPROVAL_REQUEST_NOT_PENDING.ALREADY_DECIDED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["ApprovalRequestNotPendingError"] | components["schemas"]["AlreadyDecidedError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, RUN_ENDED */
        "409.IDEMPOTENCY_KEY_REUSED.RUN_ENDED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["RunEndedError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, INVALID_MEMBER, INVALID_SUBJECT_TYPE */
        "400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["InvalidMemberError"] | components["schemas"]["InvalidSubjectTypeError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, INVALID_MEMBER, INVALID_SUBJECT_TYPE, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_ROLE, MULTIPLE_ROLES_NOT_ALLOWED */
        "400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["InvalidMemberError"] | components["schemas"]["InvalidSubjectTypeError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidRoleError"] | components["schemas"]["MultipleRolesNotAllowedError"];
            };
        };
        /** @description LAST_OWNER */
        "409.LAST_OWNER": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LastOwnerError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_MEMBER, INVALID_SUBJECT_TYPE */
        "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidMemberError"] | components["schemas"]["InvalidSubjectTypeError"];
            };
        };
    };
    parameters: {
        /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
        RequestId: string;
        /** @description a repeat under the same key within 24 hours acts no second time */
        IdempotencyKey: string;
        /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
        Prefer: string;
        /** @description the id of the last event that a stream gave: it goes on after it */
        LastEventId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "health.live": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the process is alive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            422: components["responses"]["422.ValidationError"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "health.ready": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether database, Temporal and a polling worker are there */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            422: components["responses"]["422.ValidationError"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.Service Unavailable"];
        };
    };
    "identity.whoami": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user or client behind the credential */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Whoami"];
                };
            };
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "user.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your own profile */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnProfile"];
                };
            };
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "user.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "job_role": "Operations",
                 *       "bio": "Keeps things running."
                 *     }
                 */
                "application/json": {
                    name?: string;
                    job_role?: string | null;
                    bio?: string | null;
                    subscribed_to_newsletter?: boolean;
                };
            };
        };
        responses: {
            /** @description Change your own profile */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "user.avatar": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description a JPEG, PNG or GIF image of at most 5 MB
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Set your own picture: JPEG, PNG or GIF, at most 5 MB */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_IMAGE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE"];
        };
    };
    "user.grant.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What you let OAuth clients do, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthGrant"][];
                };
            };
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "user.grant.withdraw": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Take back what you let an OAuth client do; its tokens end at once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthGrant"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "identity.sign_up": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "new@example.com",
                 *       "name": "Ada"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description Ask for an account; a mail leads on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            403: components["responses"]["403.SIGN_UP_CLOSED"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "identity.verify_address": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the token of the link",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    token: string;
                    password: string;
                    /** @description in place of the one given when signing up */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Confirm an address with the token that was mailed, and choose the password: this makes the account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_LINK"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "identity.resend_verification": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "new@example.com"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Mail the link that confirms an address again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "identity.sign_in": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "owner@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                    remember?: boolean;
                };
            };
        };
        responses: {
            /** @description Sign a browser in; the answer sets its session cookie */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "identity.sign_out": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sign this browser out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            403: components["responses"]["403.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "identity.sign_out_everywhere": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "keep_this": true
                 *     }
                 */
                "application/json": {
                    /** @description leave the session that asks */
                    keep_this?: boolean;
                };
            };
        };
        responses: {
            /** @description End all your browser sessions, this one too */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "identity.request_password_reset": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "owner@example.com"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Mail a link for choosing a new password */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "identity.reset_password": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the token of the link",
                 *       "password": "correct horse battery",
                 *       "withdraw_grants": true
                 *     }
                 */
                "application/json": {
                    token: string;
                    password: string;
                    /** @description take back what OAuth clients were granted */
                    withdraw_grants?: boolean;
                    /** @description revoke every API key of the user */
                    revoke_api_keys?: boolean;
                };
            };
        };
        responses: {
            /** @description Choose a new password with the token that was mailed; signs out everywhere */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_LINK"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "identity.api_key.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's live keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "identity.api_key.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "CI",
                 *       "scopes": [
                 *         "task:run"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    scopes?: string[];
                };
            };
        };
        responses: {
            /** @description Mint an API key; its value is shown once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "identity.api_key.revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoke a key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "oauth_client.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project's OAuth clients */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "oauth_client.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly import",
                 *       "scopes": "task:view task:run offline_access"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    grant_types?: ("client_credentials" | "authorization_code" | "refresh_token")[];
                    redirect_uris?: string[];
                    scopes?: string | null;
                    pkce_required?: boolean;
                    /** @enum {string} */
                    pkce_challenge_method?: "S256";
                    /** @enum {string} */
                    token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "none";
                    /** @enum {string} */
                    access_token_type?: "opaque";
                    profile?: string | null;
                };
            };
        };
        responses: {
            /** @description Register an OAuth client; its secret is shown once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientWithSecret"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "oauth_client.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                oauth_client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read an OAuth client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "oauth_client.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                oauth_client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Hourly import"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    grant_types?: ("client_credentials" | "authorization_code" | "refresh_token")[];
                    redirect_uris?: string[];
                    scopes?: string | null;
                    pkce_required?: boolean;
                    /** @enum {string} */
                    pkce_challenge_method?: "S256";
                    /** @enum {string} */
                    token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "none";
                    /** @enum {string} */
                    access_token_type?: "opaque";
                    profile?: string | null;
                };
            };
        };
        responses: {
            /** @description Change an OAuth client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "oauth_client.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                oauth_client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an OAuth client and revoke all its tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "oauth_client.rotate_secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                oauth_client_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    name?: string;
                    grant_types?: ("client_credentials" | "authorization_code" | "refresh_token")[];
                    redirect_uris?: string[];
                    scopes?: string | null;
                    pkce_required?: boolean;
                    /** @enum {string} */
                    pkce_challenge_method?: "S256";
                    /** @enum {string} */
                    token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "none";
                    /** @enum {string} */
                    access_token_type?: "opaque";
                    profile?: string | null;
                };
            };
        };
        responses: {
            /** @description Give an OAuth client a new secret, shown once; the old one and its tokens end at once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientWithSecret"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.OAUTH_CLIENT_HAS_NO_SECRET"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                membership?: "active" | "joinable" | "joinable_by_domain" | "joinable_by_invite";
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Organizations the caller belongs to or could join */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedOrganizationPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme",
                 *       "contact_email": "ops@acme.example"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** Format: email */
                    contact_email: string;
                    low_credit_alerts?: boolean;
                    usage_based_pricing_enabled?: boolean;
                    public_metadata?: {
                        [key: string]: unknown;
                    };
                    auto_topup_config?: {
                        [key: string]: unknown;
                    };
                    plan?: string;
                    plan_status?: string;
                    plan_interval?: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601 in UTC
                     */
                    trial_ends_at?: string;
                };
            };
        };
        responses: {
            /** @description Create an organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.SentenceError"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.ORGANIZATION_NAME_ALREADY_EXISTS"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read an organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contact_email": "billing@acme.example",
                 *       "low_credit_alerts": true
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** Format: email */
                    contact_email?: string;
                    low_credit_alerts?: boolean;
                    usage_based_pricing_enabled?: boolean;
                    public_metadata?: {
                        [key: string]: unknown;
                    };
                    auto_topup_config?: {
                        [key: string]: unknown;
                    };
                    plan?: string;
                    plan_status?: string;
                    plan_interval?: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601 in UTC
                     */
                    trial_ends_at?: string;
                };
            };
        };
        responses: {
            /** @description Change an organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.SentenceError"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.ORGANIZATION_NAME_ALREADY_EXISTS"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.avatar": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description a JPEG, PNG or GIF image of at most 5 MB
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Set the picture of an organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_IMAGE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE"];
        };
    };
    "organization.join": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description the code of the invite mail */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Join by invite code, by an open invite for the own address, or by its verified domain */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_INVITE_CODE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.ORGANIZATION_MEMBER_ALREADY_EXISTS"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization_invite.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                show?: "all" | "pending" | "accepted";
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Invites of the organization, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitePage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization_invite.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email_address": "ada@example.com",
                 *       "roles": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email_address: string;
                    roles?: string[];
                    project_roles?: {
                        [key: string]: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Invite somebody by e-mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED.ORGANIZATION_MEMBER_ALREADY_EXISTS.ORGANIZATION_INVITE_ALREADY_EXISTS"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.USER_ALREADY_INVITED"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization_invite.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                org_invite_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdraw an open invite */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization_invite.resend": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                org_invite_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send the mail of an invite again; it then has its whole time anew, also when it had expired */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.ORGANIZATION_INVITE_ALREADY_EXISTS.ORGANIZATION_MEMBER_ALREADY_EXISTS"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.USER_ALREADY_INVITED"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization_domain.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Domains of the organization, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization_domain.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "example.com"
                 *     }
                 */
                "application/json": {
                    domain: string;
                };
            };
        };
        responses: {
            /** @description Add a domain; its DNS record is looked for during 14 days */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_DOMAIN"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.DOMAIN_ALREADY_EXISTS"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization_domain.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                domain_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Take a domain away; who joined by it stays */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization_domain.verify": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                domain_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look for the DNS record now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "partner.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Partners, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "partner.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Northwind",
                 *       "description": "Brings customers in the north."
                 *     }
                 */
                "application/json": {
                    name: string;
                    description: string;
                };
            };
        };
        responses: {
            /** @description Add a partner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "partner.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                partner_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a partner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "partner.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                partner_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Brings customers in the north and east."
                 *     }
                 */
                "application/json": {
                    name?: string;
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Change a partner; what is left out stays */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "avatar.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                avatar: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A picture of a user, an organization or a project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                };
            };
            /** @description A picture of a user, an organization or a project */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            416: components["responses"]["416.RANGE_NOT_SATISFIABLE"];
            422: components["responses"]["422.ValidationError"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE.FILE_DAMAGED"];
        };
    };
    "project.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Projects of the organization that the caller may see */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Support desk"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Create a project, which the caller then owns */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Back office"
                 *     }
                 */
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Rename a project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a project; its unfinished runs are stopped and its API keys revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.avatar": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description a JPEG, PNG or GIF image of at most 5 MB
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Set the picture of a project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_IMAGE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE"];
        };
    };
    "project.config.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Settings for chats and retrieval */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectConfig"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.config.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "knn": 4,
                 *       "temperature": null,
                 *       "chat_system_commands": []
                 *     }
                 */
                "application/json": {
                    chat_guardrails?: {
                        input?: string[];
                        output?: string[];
                    };
                    chat_system_commands?: string[];
                    /** @description how many pieces of knowledge a search brings; 4 by default */
                    knn?: number;
                    llm?: string | null;
                    /** @description whether a search also asks in other words */
                    query_expansion?: boolean;
                    temperature?: number | null;
                };
            };
        };
        responses: {
            /** @description Change settings for chats and retrieval */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectConfig"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.changes": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description the id of the last event that a stream gave: it goes on after it */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Follow which runs and approval requests change state, with counts by state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectCounts"];
                    "text/event-stream": components["schemas"]["ProjectStreamEvent"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "model.list": {
        parameters: {
            query?: {
                include_retired?: boolean;
                /** @description keep models whose vision support is one of these */
                vision?: boolean[];
                /** @description keep models with this output modality */
                output?: string;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Models that tasks and agents can use */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"][];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "model.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                model_id_or_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a model by id, name or alias */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                /** @description part of the name */
                name?: string;
                created_by_me?: boolean;
                /** @description one of its tags */
                tag_id?: string;
                /** @description also tasks and revisions that were made for a test */
                include_tests?: boolean;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List tasks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sentiment",
                 *       "enabled": true,
                 *       "llm_model_id": "demo",
                 *       "system_prompt": "You judge the mood of a text.",
                 *       "user_prompt": "Text: {text}",
                 *       "output_modality": "json",
                 *       "output_format": {
                 *         "mood": {
                 *           "type": "str",
                 *           "options": [
                 *             "good",
                 *             "bad"
                 *           ]
                 *         },
                 *         "score": "number"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TaskCreate"];
            };
        };
        responses: {
            /** @description Create a task with its first active revision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.DUPLICATE_TASK_NAME"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task.read": {
        parameters: {
            query?: {
                /** @description shows only revisions with this tag */
                revision_tag_id?: string;
                /** @description also revisions that were made for a test */
                include_tests?: boolean;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a task with its revisions and their weights */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_prompt": "Judge this: {text}",
                 *       "annotation": "shorter prompt"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    enabled?: boolean;
                    /** @description id, name or alias of a model */
                    llm_model_id?: string;
                    system_prompt?: string;
                    /** @description may hold `{variable}` places */
                    user_prompt?: string;
                    description?: string;
                    public?: boolean;
                    exposed_to_agents?: boolean;
                    /** @enum {string} */
                    task_run_visibility?: "owner_only" | "editors_and_owners" | "all_viewers";
                    access_token?: string | null;
                    rotate_access_token?: boolean;
                    /** @description of a new task or of the revision that an edit adds: made for a test and left out unless `include_tests` asks */
                    test?: boolean;
                    tags?: string[];
                    annotation?: string | null;
                    fallback_llm_config?: {
                        temperature?: number | null;
                        max_tokens?: number | null;
                        top_p?: number | null;
                        top_k?: number | null;
                        presence_penalty?: number | null;
                        frequency_penalty?: number | null;
                        seed?: number | null;
                        stop?: string[] | null;
                    } | null;
                    fallback_llm_model_id?: string | null;
                    /** @enum {string} */
                    file_input_mode?: "none" | "image" | "pdf" | "image_or_pdf" | "any";
                    image_required?: boolean;
                    input_processors?: {
                        param_name: string;
                        input_processor: string;
                        config?: {
                            [key: string]: unknown;
                        };
                    }[];
                    llm_config?: {
                        temperature?: number | null;
                        max_tokens?: number | null;
                        top_p?: number | null;
                        top_k?: number | null;
                        presence_penalty?: number | null;
                        frequency_penalty?: number | null;
                        seed?: number | null;
                        stop?: string[] | null;
                    };
                    /** @description large images are scaled down before the model sees them */
                    optimise_images?: boolean;
                    output_format?: {
                        [key: string]: unknown;
                    } | null;
                    /**
                     * @description json where an output_format is given, else text
                     * @enum {string}
                     */
                    output_modality?: "json" | "image" | "audio" | "pdf" | "text" | "csv";
                    rag?: {
                        /** Format: uuid */
                        collection_id: string;
                        rag_param?: string;
                        rag_config?: {
                            candidate_k?: number;
                            context_instruction?: string;
                            final_k?: number;
                            include_sources?: boolean;
                            max_context_chunks?: number;
                            max_context_tokens?: number;
                            rewrite_mode?: string;
                        };
                    } | null;
                    revision_tags?: string[];
                    task_forwarder_id?: string | null;
                    tool_choice?: ("auto" | "none" | "required") | null;
                    active_revisions?: {
                        /** Format: uuid */
                        task_revision_id: string;
                        weight: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Edit a task; revision fields add an inactive revision, active_revisions set which serve */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.DUPLICATE_TASK_NAME"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a task; its runs stay readable, unfinished ones are stopped */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_run.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List one task's runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRunPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_run.create": {
        parameters: {
            query?: {
                revision_id?: string;
                revision_tag?: string;
                reporting_group?: string;
                use_fallback_model?: boolean;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description a repeat under the same key within 24 hours acts no second time */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "task_input": {
                 *         "text": "What a fine day."
                 *       },
                 *       "task_reference": "ticket 4711"
                 *     }
                 */
                "application/json": {
                    task_input: {
                        [key: string]: unknown;
                    };
                    task_files?: {
                        name: string;
                        /** @description base64 */
                        content: string;
                        media_type?: string;
                    }[];
                    task_reference?: string | null;
                };
                "multipart/form-data": {
                    /** @description a JSON object */
                    task_input: string;
                    task_file?: Blob[];
                    task_reference?: string;
                };
            };
        };
        responses: {
            /** @description Run a task and answer with its result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRun"];
                };
            };
            /** @description Run a task and answer with its result */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRun"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            402: components["responses"]["402.INSUFFICIENT_CREDITS.TRIAL_ENDED"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.TASK_DISABLED"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER.FILE_STORE_UNAVAILABLE"];
        };
    };
    "task_run.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
                task_run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read one run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRun"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_run.file": {
        parameters: {
            query?: {
                /** @description show it in place: images, PDF and plain text only */
                inline?: boolean;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
                task_run_id: string;
                file_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download a file of a run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description Download a file of a run */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            416: components["responses"]["416.RANGE_NOT_SATISFIABLE"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE.FILE_DAMAGED"];
        };
    };
    "task_run.list_project": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                task_id?: string;
                task_revision_id?: string;
                status?: "success" | "error";
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                start_date?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                end_date?: string;
                /** @description a trigger’s id keeps the runs it started; true shows `event_trigger_id` in each record */
                include_event_trigger_id?: string;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List runs project-wide; the last 7 days unless start_date is given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRunPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                /** @description with what ran in the last seven days */
                seven_day_summary?: boolean;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List agents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Bookkeeper",
                 *       "instruction": "You help with small sums.",
                 *       "llm_model_id": "demo",
                 *       "builtin_tools": [
                 *         "calculator",
                 *         "http_request"
                 *       ],
                 *       "approval_policy": {
                 *         "default": "destructive",
                 *         "rules": [
                 *           {
                 *             "tool": "calculator",
                 *             "mode": "always",
                 *             "expires_in": "PT15M"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AgentCreate"];
            };
        };
        responses: {
            /** @description Create an agent with its first active revision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read an agent with its revisions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "instruction": "You help with sums of any size."
                 *     }
                 */
                "application/json": {
                    name?: string;
                    instruction?: string;
                    /** @description id, name or alias of a model */
                    llm_model_id?: string;
                    description?: string;
                    /** @enum {string} */
                    task_agent_run_visibility?: "owner_only" | "editors_and_owners" | "all_viewers";
                    /** @enum {string} */
                    mode?: "agentic" | "sequential";
                    fallback_llm_model_id?: string | null;
                    llm_config?: {
                        temperature?: number | null;
                        max_tokens?: number | null;
                        top_p?: number | null;
                        top_k?: number | null;
                        presence_penalty?: number | null;
                        frequency_penalty?: number | null;
                        seed?: number | null;
                        stop?: string[] | null;
                    };
                    max_turns?: number;
                    max_credits?: (string | number) | null;
                    /** @enum {string} */
                    memory_strategy?: "sliding_window" | "compaction";
                    memory_config?: {
                        max_events?: number;
                    };
                    skills?: {
                        [key: string]: unknown;
                    }[];
                    integrations?: {
                        [key: string]: unknown;
                    }[];
                    mcp_servers?: {
                        [key: string]: unknown;
                    }[];
                    collections?: {
                        [key: string]: unknown;
                    }[];
                    builtin_tools?: string[];
                    task_tools?: {
                        /** Format: uuid */
                        task_id: string;
                        /** @default false */
                        is_output_formatter?: boolean;
                    }[];
                    approval_policy?: components["schemas"]["ApprovalPolicy"];
                    /** Format: uuid */
                    active_revision_id?: string;
                };
            };
        };
        responses: {
            /** @description Edit an agent; configuration adds an inactive revision, active_revision_id is sent alone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an agent, keeping its run history; unfinished runs are stopped */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent.revision.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List revisions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRevisionPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent.revision.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                revision_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a revision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRevision"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent_run.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                session_id?: string;
                is_error?: boolean;
                had_task_tool_fail?: boolean;
                had_mcp_tool_fail?: boolean;
                had_integration_tool_fail?: boolean;
                status?: "queued" | "running" | "waiting_for_human" | "held" | "cancelling" | "completed" | "failed" | "cancelled";
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                created_after?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                created_before?: string;
                min_duration_ms?: number;
                task_agent_revision_id?: string;
                trigger_type?: string;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List one agent's runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent_run.create": {
        parameters: {
            query?: {
                revision_id?: string;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description a repeat under the same key within 24 hours acts no second time */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Please use calculator {\"expression\": \"6*7\"} and tell me the answer."
                 *     }
                 */
                "application/json": {
                    message: string;
                    session_id?: string | null;
                    revision_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Run an agent on a message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRun"];
                    "text/event-stream": components["schemas"]["RunStreamEvent"];
                };
            };
            /** @description Run an agent on a message */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRun"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            402: components["responses"]["402.INSUFFICIENT_CREDITS.TRIAL_ENDED"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.SESSION_REVISION_MISMATCH.SESSION_BUSY"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    "task_agent_run.list_project": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                session_id?: string;
                is_error?: boolean;
                had_task_tool_fail?: boolean;
                had_mcp_tool_fail?: boolean;
                had_integration_tool_fail?: boolean;
                status?: "queued" | "running" | "waiting_for_human" | "held" | "cancelling" | "completed" | "failed" | "cancelled";
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                created_after?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                created_before?: string;
                min_duration_ms?: number;
                task_agent_revision_id?: string;
                trigger_type?: string;
                task_agent_id?: string;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List agent runs project-wide */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent_run.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a run: status, what it waits for, output, timings and cost */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRun"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent_run.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description a repeat under the same key within 24 hours acts no second time */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                Prefer?: components["parameters"]["Prefer"];
                /** @description the id of the last event that a stream gave: it goes on after it */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "message": "The key is valid again."
                 *     }
                 */
                "application/json": {
                    message?: string | null;
                };
            };
        };
        responses: {
            /** @description Let a held run go on, and follow it; also leaves a message for a run that waits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRun"];
                    "text/event-stream": components["schemas"]["RunStreamEvent"];
                };
            };
            /** @description Let a held run go on, and follow it; also leaves a message for a run that waits */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRun"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.RUN_NOT_WAITING"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    "task_agent_run.effects": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run's side-effect ledger */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EffectPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent_run.file": {
        parameters: {
            query?: {
                /** @description show it in place: images, PDF and plain text only */
                inline?: boolean;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                run_id: string;
                file_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download a file of a run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description Download a file of a run */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            416: components["responses"]["416.RANGE_NOT_SATISFIABLE"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE.FILE_DAMAGED"];
        };
    };
    "task_agent_run.events": {
        parameters: {
            query?: {
                after?: number;
                deltas?: boolean;
                follow?: boolean;
                /** @description also the events of the session's runs before */
                include_history?: boolean;
                cursor?: string;
                page_limit?: number;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description the id of the last event that a stream gave: it goes on after it */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A run's events: as JSON, or as a stream to follow or resume */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunEvents"];
                    "text/event-stream": components["schemas"]["RunStreamEvent"];
                };
            };
            /** @description A run's events: as JSON, or as a stream to follow or resume */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent_session.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List an agent's sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent_session.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a session with its newest runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionWithRuns"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent_session.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a session with its runs; refused while one is active */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.SESSION_BUSY"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "approval_request.list_project": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                status?: "pending" | "approved" | "rejected" | "expired" | "cancelled";
                run_id?: string;
                session_id?: string;
                tool_type?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                created_after?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                created_before?: string;
                task_agent_id?: string;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approval requests of the project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRequestPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "approval_request.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                status?: "pending" | "approved" | "rejected" | "expired" | "cancelled";
                run_id?: string;
                session_id?: string;
                tool_type?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                created_after?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                created_before?: string;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One agent's approval requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRequestPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "approval_request.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                approval_request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read an approval request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRequest"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "approval_request.approve": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description a repeat under the same key within 24 hours acts no second time */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                approval_request_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "decision_note": "checked against the invoice"
                 *     }
                 */
                "application/json": {
                    decision_note?: string | null;
                    arguments?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description the digest of what was shown; a different one is a 409 */
                    arguments_digest?: string;
                    message?: string | null;
                };
            };
        };
        responses: {
            /** @description Approve a tool call, with edited arguments where the reviewer changed them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRequest"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.APPROVAL_REQUEST_NOT_PENDING.ALREADY_DECIDED.ARGUMENTS_DIGEST_MISMATCH"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    "approval_request.reject": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description a repeat under the same key within 24 hours acts no second time */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                approval_request_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "decision_note": "wrong account"
                 *     }
                 */
                "application/json": {
                    decision_note?: string | null;
                };
            };
        };
        responses: {
            /** @description Reject a tool call; the policy says whether the model is told or the run ends */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRequest"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.APPROVAL_REQUEST_NOT_PENDING.ALREADY_DECIDED"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    "approval_request.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description a repeat under the same key within 24 hours acts no second time */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                Prefer?: components["parameters"]["Prefer"];
                /** @description the id of the last event that a stream gave: it goes on after it */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                approval_request_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "message": "Round the result, please."
                 *     }
                 */
                "application/json": {
                    message?: string | null;
                    session_id?: string | null;
                    task_agent_run_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Follow the run from its pause on; restarts one that is held, decides nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRun"];
                    "text/event-stream": components["schemas"]["RunStreamEvent"];
                };
            };
            /** @description Follow the run from its pause on; restarts one that is held, decides nothing */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRun"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.RUN_NOT_WAITING"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    "task_agent_run.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description a repeat under the same key within 24 hours acts no second time */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stop a run and answer the receipt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunReceipt"];
                };
            };
            /** @description Stop a run and answer the receipt */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunReceipt"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.RUN_ENDED"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    "task_run.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description a repeat under the same key within 24 hours acts no second time */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
                task_run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stop a run and answer the receipt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRunReceipt"];
                };
            };
            /** @description Stop a run and answer the receipt */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRunReceipt"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.RUN_ENDED"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    "organization.iam.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                type?: "user" | "organization" | "project";
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members that hold roles directly on it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.iam.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One direct member and its roles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.iam.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                "application/json": {
                    add?: string[];
                    remove?: string[];
                    /** @description take all roles away before the additions */
                    remove_all?: boolean;
                };
            };
        };
        responses: {
            /** @description Change the roles of a member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.LAST_OWNER"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.iam.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                "application/json": {
                    permissions: string[];
                    /** @description the caller where it is left out */
                    member?: string;
                };
            };
        };
        responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.iam.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                type?: "user" | "organization" | "project";
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members that hold roles directly on it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.iam.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One direct member and its roles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.iam.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                "application/json": {
                    add?: string[];
                    remove?: string[];
                    /** @description take all roles away before the additions */
                    remove_all?: boolean;
                };
            };
        };
        responses: {
            /** @description Change the roles of a member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.LAST_OWNER"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.iam.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                "application/json": {
                    permissions: string[];
                    /** @description the caller where it is left out */
                    member?: string;
                };
            };
        };
        responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task.iam.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                type?: "user" | "organization" | "project";
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members that hold roles directly on it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task.iam.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One direct member and its roles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task.iam.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                "application/json": {
                    add?: string[];
                    remove?: string[];
                    /** @description take all roles away before the additions */
                    remove_all?: boolean;
                };
            };
        };
        responses: {
            /** @description Change the roles of a member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.LAST_OWNER"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task.iam.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                "application/json": {
                    permissions: string[];
                    /** @description the caller where it is left out */
                    member?: string;
                };
            };
        };
        responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent.iam.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                type?: "user" | "organization" | "project";
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members that hold roles directly on it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent.iam.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One direct member and its roles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent.iam.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                "application/json": {
                    add?: string[];
                    remove?: string[];
                    /** @description take all roles away before the additions */
                    remove_all?: boolean;
                };
            };
        };
        responses: {
            /** @description Change the roles of a member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.LAST_OWNER"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "task_agent.iam.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                task_agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                "application/json": {
                    permissions: string[];
                    /** @description the caller where it is left out */
                    member?: string;
                };
            };
        };
        responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "oauth_client.iam.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                type?: "user" | "organization" | "project";
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                oauth_client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members that hold roles directly on it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "oauth_client.iam.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                oauth_client_id: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One direct member and its roles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "oauth_client.iam.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                oauth_client_id: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                "application/json": {
                    add?: string[];
                    remove?: string[];
                    /** @description take all roles away before the additions */
                    remove_all?: boolean;
                };
            };
        };
        responses: {
            /** @description Change the roles of a member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            409: components["responses"]["409.LAST_OWNER"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "oauth_client.iam.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                oauth_client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                "application/json": {
                    permissions: string[];
                    /** @description the caller where it is left out */
                    member?: string;
                };
            };
        };
        responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.audit_event.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                /** @description any of these types; repeat the key */
                event_type?: string[];
                actor_user_id?: string;
                resource_type?: string;
                resource_id?: string;
                /** @description happened then or later; a date alone or a time without an offset is UTC */
                start_date?: string;
                /** @description happened before; a date alone or a time without an offset is UTC */
                end_date?: string;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Audit events of the project, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.audit_event.export": {
        parameters: {
            query?: {
                /** @description any of these types; repeat the key */
                event_type?: string[];
                actor_user_id?: string;
                resource_type?: string;
                resource_id?: string;
                /** @description happened then or later; a date alone or a time without an offset is UTC */
                start_date?: string;
                /** @description happened before; a date alone or a time without an offset is UTC */
                end_date?: string;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Audit events of the project with their payloads, oldest first, one JSON object a line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.audit_event.integrity": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Head and checkpoint of the chain of events of the project itself */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditIntegrity"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.audit_event.verify": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Recompute the hashes of the events of the project, and report the first break */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "project.audit_event.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                project_id: string;
                audit_event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One audit event with its payload */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventWithPayload"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.audit_event.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; leave out for the first page */
                cursor?: string;
                /** @description most results of a page */
                page_limit?: number;
                /** @description any of these types; repeat the key */
                event_type?: string[];
                actor_user_id?: string;
                resource_type?: string;
                resource_id?: string;
                /** @description happened then or later; a date alone or a time without an offset is UTC */
                start_date?: string;
                /** @description happened before; a date alone or a time without an offset is UTC */
                end_date?: string;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Audit events of the organization, those of its projects among them, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventPage"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.audit_event.export": {
        parameters: {
            query?: {
                /** @description any of these types; repeat the key */
                event_type?: string[];
                actor_user_id?: string;
                resource_type?: string;
                resource_id?: string;
                /** @description happened then or later; a date alone or a time without an offset is UTC */
                start_date?: string;
                /** @description happened before; a date alone or a time without an offset is UTC */
                end_date?: string;
            };
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Audit events of the organization, those of its projects among them with their payloads, oldest first, one JSON object a line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.audit_event.integrity": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Head and checkpoint of the chain of events of the organization itself */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditIntegrity"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.audit_event.verify": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Recompute the hashes of the events of the organization, those of its projects among them, and report the first break */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            408: components["responses"]["408.REQUEST_TOO_SLOW"];
            413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    "organization.audit_event.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_id: string;
                audit_event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One audit event with its payload */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventWithPayload"];
                };
            };
            400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            401: components["responses"]["401.UnauthorizedError"];
            403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            422: components["responses"]["422.ValidationError"];
            429: components["responses"]["429.RATE_LIMITED"];
            500: components["responses"]["500.InternalError"];
            503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
}
