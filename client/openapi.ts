// Made by `npm run client` from the OpenAPI document of the API; not edited by hand.
export interface paths {
    readonly "/-/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Whether the process is alive */
        readonly get: operations["health.live"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/-/ready": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Whether database, Temporal and a polling worker are there */
        readonly get: operations["health.ready"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/integration/callback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Where services send people back to who authorised an integration
         * @description For the person who began, signed in as then. The browser goes on to `redirect_to` with `integration_id` and, where it failed, `error` and `error_description` in the query; without one, the answer is the integration.
         */
        readonly get: operations["integration.callback"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Organizations the caller belongs to or could join
         * @description `active`: those the caller belongs to. `joinable_by_domain`: those that have verified the domain of the caller’s address. `joinable_by_invite`: those with an open invite for it. `joinable`: both. Only an address the caller has verified counts. What is not for outsiders, `account` for one, is left out of joinable ones. A credential that is cut down sees what its scopes show: without `organization:view` only the organization it was made in, by name, and without `organization:view` or `organization:join` none that it could join.
         */
        readonly get: operations["organization.list"];
        readonly put?: never;
        /**
         * Create an organization
         * @description Platform administrators may; with ORGANIZATION_CREATION=everyone, every user.
         */
        readonly post: operations["organization.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read an organization */
        readonly get: operations["organization.read"];
        readonly put?: never;
        /** Change an organization */
        readonly post: operations["organization.update"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/audit_event": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Audit events of the organization, those of its projects among them, newest first */
        readonly get: operations["organization.audit_event.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/audit_event/{audit_event_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One audit event with its payload */
        readonly get: operations["organization.audit_event.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/audit_event/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Audit events of the organization, those of its projects among them with their payloads, oldest first, one JSON object a line */
        readonly get: operations["organization.audit_event.export"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/audit_event/integrity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Head and checkpoint of the chain of events of the organization itself */
        readonly get: operations["organization.audit_event.integrity"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/audit_event/integrity/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Recompute the hashes of the events of the organization, those of its projects among them, and report the first break */
        readonly post: operations["organization.audit_event.verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/avatar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Set the picture of an organization */
        readonly post: operations["organization.avatar"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/domains": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Domains of the organization, newest first */
        readonly get: operations["organization_domain.list"];
        readonly put?: never;
        /** Add a domain; its DNS record is looked for during 14 days */
        readonly post: operations["organization_domain.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/domains/{domain_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Take a domain away; who joined by it stays */
        readonly delete: operations["organization_domain.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/domains/{domain_id}/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Look for the DNS record now */
        readonly post: operations["organization_domain.verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/iam/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Members that hold roles directly on it */
        readonly get: operations["organization.iam.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/iam/members/{member}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One direct member and its roles */
        readonly get: operations["organization.iam.read"];
        readonly put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        readonly post: operations["organization.iam.change"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/iam/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        readonly post: operations["organization.iam.test"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/invite": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Invites of the organization, newest first */
        readonly get: operations["organization_invite.list"];
        readonly put?: never;
        /**
         * Invite somebody by e-mail
         * @description Editors and owners invite; inviting an editor (also of a project) needs an owner, inviting an owner a system role. Without roles the invite gives membership only.
         */
        readonly post: operations["organization_invite.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/invite/{org_invite_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Withdraw an open invite */
        readonly delete: operations["organization_invite.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/invite/{org_invite_id}/resend": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Send the mail of an invite again; it then has its whole time anew, also when it had expired */
        readonly post: operations["organization_invite.resend"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/join": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Join by invite code, by an open invite for the own address, or by its verified domain */
        readonly post: operations["organization.join"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/model/exclude/{rule_type}/{value}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Drop a rule of the organization that excludes models */
        readonly delete: operations["organization_model_exclusion.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/model/exclude/by-id": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exclude a model in all projects of an organization
         * @description A rule that stands already is answered as it is; a `reason` that is given takes the place of the one before. Runs that are under way are refused their next call of the model.
         */
        readonly post: operations["organization_model_exclusion.exclude_by_id"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/model/exclude/by-provider": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exclude all models of a provider in all projects of an organization
         * @description A rule that stands already is answered as it is; a `reason` that is given takes the place of the one before. Runs that are under way are refused their next call of the model.
         */
        readonly post: operations["organization_model_exclusion.exclude_by_provider"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/model/exclude/by-vendor": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exclude all models of a vendor in all projects of an organization
         * @description A rule that stands already is answered as it is; a `reason` that is given takes the place of the one before. Runs that are under way are refused their next call of the model.
         */
        readonly post: operations["organization_model_exclusion.exclude_by_vendor"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/model/exclusions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The organization's own rules that exclude models */
        readonly get: operations["organization_model_exclusion.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Projects of the organization that the caller may see */
        readonly get: operations["project.list"];
        readonly put?: never;
        /** Create a project, which the caller then owns */
        readonly post: operations["project.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a project */
        readonly get: operations["project.read"];
        readonly put?: never;
        /** Rename a project */
        readonly post: operations["project.update"];
        /** Delete a project; its unfinished runs are stopped and its API keys revoked */
        readonly delete: operations["project.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/api_key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The caller's live keys */
        readonly get: operations["identity.api_key.list"];
        readonly put?: never;
        /** Mint an API key; its value is shown once */
        readonly post: operations["identity.api_key.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/api_key/{api_key_id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Revoke a key */
        readonly post: operations["identity.api_key.revoke"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/audit_event": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Audit events of the project, newest first */
        readonly get: operations["project.audit_event.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/audit_event/{audit_event_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One audit event with its payload */
        readonly get: operations["project.audit_event.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/audit_event/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Audit events of the project with their payloads, oldest first, one JSON object a line */
        readonly get: operations["project.audit_event.export"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/audit_event/integrity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Head and checkpoint of the chain of events of the project itself */
        readonly get: operations["project.audit_event.integrity"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/audit_event/integrity/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Recompute the hashes of the events of the project, and report the first break */
        readonly post: operations["project.audit_event.verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/avatar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Set the picture of a project */
        readonly post: operations["project.avatar"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Follow which runs, approval requests and needs of agents change state, with counts by state
         * @description With `Accept: text/event-stream` a stream that begins with `counts`, then tells each change (`agent_run`, `task_run`, `document`, `source_run`, `approval_request`, `provisioning`) and new `counts`; it never ends by itself. `Last-Event-ID` resumes it. Otherwise the present counts as JSON.
         */
        readonly get: operations["project.changes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List collections, newest first
         * @description Whoever may not see all collections of the project is shown those on which they hold a role.
         */
        readonly get: operations["collection.list"];
        readonly put?: never;
        /** Create a collection, with documents or without */
        readonly post: operations["collection.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/{collection_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a collection */
        readonly get: operations["collection.read"];
        readonly put?: never;
        /**
         * Give a collection another title, other tags, or another embedding model
         * @description Another embedding model takes over once all vectors are made by it; `embedding.next` shows how far that is. Until then the one before serves, and naming that one again calls it off.
         */
        readonly post: operations["collection.update"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/{collection_id}/add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Put documents into a collection
         * @description All or nothing: an id that is no document of the project, or none that the caller may see, is refused by its place.
         */
        readonly post: operations["collection.add"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/{collection_id}/iam/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Members that hold roles directly on it */
        readonly get: operations["collection.iam.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/{collection_id}/iam/members/{member}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One direct member and its roles */
        readonly get: operations["collection.iam.read"];
        readonly put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        readonly post: operations["collection.iam.change"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/{collection_id}/iam/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        readonly post: operations["collection.iam.test"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/{collection_id}/query": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Find passages in a collection, and have a question answered from them
         * @description Passages are found by meaning and by words. Of the answer every quote was looked for in the passage that it is said to be from; where none stands there, or nothing fits, it says that the answer is not in the documents.
         */
        readonly post: operations["collection.query"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/{collection_id}/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take documents out of a collection; they stay in the project
         * @description All or nothing: an id that is no document of the project, or none that the caller may see, is refused by its place.
         */
        readonly post: operations["collection.remove"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/{collection_id}/stats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Count what is in a collection */
        readonly get: operations["collection.stats"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/{collection_id}/update_summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Have a model sum up anew what is in a collection
         * @description It answers at once; `summary_status` tells when it is done. The summary before stays until then, and where it fails. What the model costs is charged to the organization.
         */
        readonly post: operations["collection.update_summary"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Tags for collections, newest first */
        readonly get: operations["collection.tag.list"];
        readonly put?: never;
        /** Make a tag for collections */
        readonly post: operations["collection.tag.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/tag/{tag_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a tag for collections */
        readonly get: operations["collection.tag.read"];
        readonly put?: never;
        /** Change a tag for collections; what is left out stays */
        readonly post: operations["collection.tag.update"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/tag/{tag_id}/add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Put a tag on collections; those that have it keep it */
        readonly post: operations["collection.tag.add"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/collection/tag/{tag_id}/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take a tag off collections; those without it stay so */
        readonly post: operations["collection.tag.remove"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/config": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Settings for chats and retrieval */
        readonly get: operations["project.config.read"];
        readonly put?: never;
        /**
         * Change settings for chats and retrieval
         * @description Chats and retrieval are not available yet: only the values that stand already are taken.
         */
        readonly post: operations["project.config.update"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List documents
         * @description Whoever may not see all documents of the project is shown those on which they hold a role.
         */
        readonly get: operations["document.list"];
        readonly put?: never;
        /**
         * Take in documents, and answer before they are read
         * @description JSON with text, or multipart with `data` (the same as a JSON string) and files as `files`. Equal bytes of a project are read once. `create/status/{group_id}` tells how far they are.
         */
        readonly post: operations["document.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a document, and how far it is on its way to being found */
        readonly get: operations["document.read"];
        readonly put?: never;
        /** Edit what a document is called, what is said of it, and its tags */
        readonly post: operations["document.update"];
        /**
         * Delete a document with its passages and its bytes; its collections stay
         * @description An ingestion that is under way is stopped.
         */
        readonly delete: operations["document.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Stop taking a document in
         * @description Answers when it has stopped; 409 RUN_ENDED where it had ended before. A retry goes on from there.
         */
        readonly post: operations["document.cancel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}/download": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Download the bytes that a document was made of */
        readonly get: operations["document.download"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}/embedding/{embedding_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a passage of a document */
        readonly get: operations["document.embedding.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}/embeddings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The passages that a document was cut into, in their order
         * @description There are none before a document is ready.
         */
        readonly get: operations["document.embedding.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}/iam/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Members that hold roles directly on it */
        readonly get: operations["document.iam.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}/iam/members/{member}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One direct member and its roles */
        readonly get: operations["document.iam.read"];
        readonly put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        readonly post: operations["document.iam.change"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}/iam/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        readonly post: operations["document.iam.test"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Let the ingestion of a document rest; what is done stays */
        readonly post: operations["document.pause"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}/query": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Find passages in a document, and have a question answered from them
         * @description It answers as the query of a collection does, and takes what it is asked in its address.
         */
        readonly post: operations["document.query"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Let an ingestion go on that rests, or at once where it would look again later */
        readonly post: operations["document.resume"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/{document_id}/retry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take a document in again that failed or was stopped, from where it came to */
        readonly post: operations["document.retry"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/create/status/{group_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** How far the documents are that one request created */
        readonly get: operations["document.read_group"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Tags for documents, newest first */
        readonly get: operations["document.tag.list"];
        readonly put?: never;
        /** Make a tag for documents */
        readonly post: operations["document.tag.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/tag/{tag_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a tag for documents */
        readonly get: operations["document.tag.read"];
        readonly put?: never;
        /** Change a tag for documents; what is left out stays */
        readonly post: operations["document.tag.update"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/tag/{tag_id}/add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Put a tag on documents; those that have it keep it */
        readonly post: operations["document.tag.add"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/tag/{tag_id}/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take a tag off documents; those without it stay so */
        readonly post: operations["document.tag.remove"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/document/upload": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take in documents, and answer when all of them are ready or have failed
         * @description JSON with text, or multipart with `data` (the same as a JSON string) and files as `files`. Equal bytes of a project are read once. `Prefer: respond-async` answers 202 at once, `Prefer: wait=n` after n seconds at the latest.
         */
        readonly post: operations["document.upload"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/iam/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Members that hold roles directly on it */
        readonly get: operations["project.iam.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/iam/members/{member}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One direct member and its roles */
        readonly get: operations["project.iam.read"];
        readonly put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        readonly post: operations["project.iam.change"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/iam/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        readonly post: operations["project.iam.test"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/input_processor": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Input processors that can be set on the variables of a task */
        readonly get: operations["input_processor.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/integration": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Integrations of the project, newest first */
        readonly get: operations["integration.list"];
        readonly put?: never;
        /** Create an integration with an outside service; a service of the catalogue is then authorised */
        readonly post: operations["integration.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/integration/{integration_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read an integration */
        readonly get: operations["integration.read"];
        readonly put?: never;
        /** Rename an integration, say which of its tools agents are offered, or give it another credential */
        readonly post: operations["integration.update"];
        /** Delete an integration with its credential; runs that called it stay readable */
        readonly delete: operations["integration.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/integration/{integration_id}/auth": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Who authorised an integration, and what is to be done where nobody has */
        readonly get: operations["integration.read_auth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/integration/{integration_id}/authorize": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Begin to authorise an integration: the person who asks goes on in a browser */
        readonly post: operations["integration.authorize"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/integration/{integration_id}/disconnect": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Forget what an integration signs its calls with, and give a token back to its service
         * @description Calls that need it wait until somebody authorises it again. Other integrations with the same account keep working: the token is given back only where there are none.
         */
        readonly post: operations["integration.disconnect"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/integration/{integration_id}/iam/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Members that hold roles directly on it */
        readonly get: operations["integration.iam.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/integration/{integration_id}/iam/members/{member}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One direct member and its roles */
        readonly get: operations["integration.iam.read"];
        readonly put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        readonly post: operations["integration.iam.change"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/integration/{integration_id}/iam/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        readonly post: operations["integration.iam.test"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/integration/catalog": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Services that integrations can be made of, by type */
        readonly get: operations["integration.list_catalog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/knowledge_source": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Sources of the project */
        readonly get: operations["knowledge_source.list"];
        readonly put?: never;
        /**
         * Create a source of documents: websites, a bucket, a Git repository or a folder
         * @description A source with a schedule is synced first after one interval; sync begins a run at once. What is gone at the source is deleted here, what has changed is read anew, and what is as it was costs nothing.
         */
        readonly post: operations["knowledge_source.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/knowledge_source/{knowledge_source_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a source */
        readonly get: operations["knowledge_source.read"];
        readonly put?: never;
        /**
         * Edit a source; the next sync goes by it
         * @description Fields of config that are left out stay as they are. Other collections hold for documents that come from then on. A new schedule counts from now.
         */
        readonly post: operations["knowledge_source.update"];
        /** Delete a source with its secret; a run under way is stopped */
        readonly delete: operations["knowledge_source.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/knowledge_source/{knowledge_source_id}/run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Runs of a source */
        readonly get: operations["source_run.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/knowledge_source/{knowledge_source_id}/run/{sync_run_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a run of a source */
        readonly get: operations["source_run.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/knowledge_source/{knowledge_source_id}/run/{sync_run_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Stop a run of a source; what it did stays
         * @description Answers when the run has stopped; 409 RUN_ENDED where it had ended before.
         */
        readonly post: operations["source_run.cancel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/knowledge_source/{knowledge_source_id}/run/{sync_run_id}/item": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What became of the things at the source in a run, with why
         * @description What is as it was is not listed. Kept for the newest 50 runs of a source.
         */
        readonly get: operations["source_run.items"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/knowledge_source/{knowledge_source_id}/sync": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Begin a sync now; answers its run at once
         * @description One run of a source at a time: 409 SYNC_RUNNING while another has not ended.
         */
        readonly post: operations["knowledge_source.sync"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/model": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Models that tasks and agents can use
         * @description Models that a rule of the project or its organization excludes are left out; they can still be read.
         */
        readonly get: operations["model.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/model/{model_id_or_name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a model by id, name or alias */
        readonly get: operations["model.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/model/exclude/{rule_type}/{value}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Drop a rule of the project that excludes models */
        readonly delete: operations["model_exclusion.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/model/exclude/by-id": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exclude a model in a project
         * @description A rule that stands already is answered as it is; a `reason` that is given takes the place of the one before. Runs that are under way are refused their next call of the model.
         */
        readonly post: operations["model_exclusion.exclude_by_id"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/model/exclude/by-provider": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exclude all models of a provider in a project
         * @description A rule that stands already is answered as it is; a `reason` that is given takes the place of the one before. Runs that are under way are refused their next call of the model.
         */
        readonly post: operations["model_exclusion.exclude_by_provider"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/model/exclude/by-vendor": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exclude all models of a vendor in a project
         * @description A rule that stands already is answered as it is; a `reason` that is given takes the place of the one before. Runs that are under way are refused their next call of the model.
         */
        readonly post: operations["model_exclusion.exclude_by_vendor"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/model/exclusions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The project's own rules that exclude models */
        readonly get: operations["model_exclusion.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/model/exclusions/effective": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** All rules that exclude models in a project: its own and those of its organization */
        readonly get: operations["model_exclusion.list_effective"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/oauth_client": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The project's OAuth clients */
        readonly get: operations["oauth_client.list"];
        readonly put?: never;
        /**
         * Register an OAuth client; its secret is shown once
         * @description Without grant types it is a client-credentials client, or a code-flow client when it has redirect addresses. Redirect addresses are absolute https addresses or http on a loopback host, and are matched exactly.
         */
        readonly post: operations["oauth_client.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read an OAuth client */
        readonly get: operations["oauth_client.read"];
        readonly put?: never;
        /**
         * Change an OAuth client
         * @description Taking away a grant type or a scope revokes all its tokens. Changing its name, redirect addresses, grant types or PKCE ends what people granted it: they consented to another client, and are asked anew. The scopes and grant types of a client-credentials client, which acts as an editor of the project, need `project:create_oauth_client`.
         */
        readonly post: operations["oauth_client.update"];
        /** Delete an OAuth client and revoke all its tokens */
        readonly delete: operations["oauth_client.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}/client_secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Give an OAuth client a new secret, shown once; the old one and its tokens end at once
         * @description Of a client-credentials client it needs `project:create_oauth_client` besides.
         */
        readonly post: operations["oauth_client.rotate_secret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}/iam/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Members that hold roles directly on it */
        readonly get: operations["oauth_client.iam.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}/iam/members/{member}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One direct member and its roles */
        readonly get: operations["oauth_client.iam.read"];
        readonly put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        readonly post: operations["oauth_client.iam.change"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}/iam/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        readonly post: operations["oauth_client.iam.test"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/scrape": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Make the source that scrapes of the project go by, where there is none yet */
        readonly post: operations["scrape.enable"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/scrape/run/{sync_run_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** How a scrape stands */
        readonly get: operations["scrape.read_run"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/scrape/runs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Scrapes of the project */
        readonly get: operations["scrape.list_runs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/scrape/start": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Crawl websites from some addresses on; answers the run at once
         * @description A crawl keeps to the sites of the addresses, to robots.txt with its delays, and to one visit of a site at a time. Pages of earlier runs on these sites are looked at again: those that are gone are deleted here.
         */
        readonly post: operations["scrape.start"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The project's own skills */
        readonly get: operations["skill.list"];
        readonly put?: never;
        /** Create a skill with its first active revision */
        readonly post: operations["skill.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill/{skill_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a skill */
        readonly get: operations["skill.read"];
        readonly put?: never;
        /** Edit what a skill is called and when it is of use; what it says is changed by a revision */
        readonly post: operations["skill.update"];
        /** Delete a skill; runs that used it keep what they were told */
        readonly delete: operations["skill.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill/{skill_id}/activate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Make a revision the active one */
        readonly post: operations["skill.activate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill/{skill_id}/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What the active revision says, with every file */
        readonly get: operations["skill.read_content"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill/{skill_id}/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The active revision as a zip archive of its folder, in the open format */
        readonly get: operations["skill.export"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill/{skill_id}/iam/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Members that hold roles directly on it */
        readonly get: operations["skill.iam.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill/{skill_id}/iam/members/{member}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One direct member and its roles */
        readonly get: operations["skill.iam.read"];
        readonly put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        readonly post: operations["skill.iam.change"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill/{skill_id}/iam/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        readonly post: operations["skill.iam.test"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill/{skill_id}/revision": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** All revisions of a skill, newest first */
        readonly get: operations["skill_revision.list"];
        readonly put?: never;
        /** Add a revision, which is active at once unless `activate` is false */
        readonly post: operations["skill_revision.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill/{skill_id}/revision/{revision_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read one revision */
        readonly get: operations["skill_revision.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill/available": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The project's own skills and those of the catalogue */
        readonly get: operations["skill.list_available"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/skill/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Import a skill of the open format from a zip archive of its folder */
        readonly post: operations["skill.import"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/tags/{tag_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Delete a tag of whatever kind; it goes from what carries it, and tags below it stand at the top */
        readonly delete: operations["tag.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List tasks */
        readonly get: operations["task.list"];
        readonly put?: never;
        /** Create a task with its first active revision */
        readonly post: operations["task.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_agent_run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List agent runs project-wide */
        readonly get: operations["task_agent_run.list_project"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_server": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** MCP servers of the project */
        readonly get: operations["task_mcp_server.list"];
        readonly put?: never;
        /**
         * Create an MCP server, and look at its tools
         * @description Tools that discover showed you of this server within the last hour begin enabled where the server still has them as they were shown; all others begin disabled, unless enable_tools says otherwise. A server that can not be reached, or that wants to be authorized first, is made all the same and says so.
         */
        readonly post: operations["task_mcp_server.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_server/{task_mcp_server_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read an MCP server */
        readonly get: operations["task_mcp_server.read"];
        readonly put?: never;
        /**
         * Edit an MCP server; its address stays what it is
         * @description Another transport or credential is tried at once. What was given for authorization before is forgotten where another is given.
         */
        readonly post: operations["task_mcp_server.update"];
        /** Delete an MCP server with its credentials; runs that called it stay readable */
        readonly delete: operations["task_mcp_server.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_server/{task_mcp_server_id}/iam/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Members that hold roles directly on it */
        readonly get: operations["task_mcp_server.iam.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_server/{task_mcp_server_id}/iam/members/{member}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One direct member and its roles */
        readonly get: operations["task_mcp_server.iam.read"];
        readonly put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        readonly post: operations["task_mcp_server.iam.change"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_server/{task_mcp_server_id}/iam/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        readonly post: operations["task_mcp_server.iam.test"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_server/{task_mcp_server_id}/reauthorize": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Begin to authorize a server, for the first time or anew
         * @description Calls that wait for the authorization go on once it is there. An authorization server that registers nobody needs the client_id of a client that an editor gives with the server.
         */
        readonly post: operations["task_mcp_server.reauthorize"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_server/{task_mcp_server_id}/refresh": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Look at the tools of a server again
         * @description New tools begin disabled, and what is not as it was allowed is blocked until somebody accepts it. Of a server that gives no list auth_status says why.
         */
        readonly post: operations["task_mcp_server.refresh"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_server/authorize": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Begin to authorize a server that is not made yet
         * @description The authorization ends with an auth_session_id: of the callback’s answer, or in the query of redirect_to. A server is discovered, made or edited with it within an hour. A browser is sent on its way at once; with redirect_to it is told there what went wrong.
         */
        readonly get: operations["task_mcp_server.authorize"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_server/catalog": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** MCP servers that are known to the public, by slug */
        readonly get: operations["task_mcp_server.list_catalog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_server/catalog/{slug}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One MCP server that is known to the public */
        readonly get: operations["task_mcp_server.read_catalog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_server/discover": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Look at the tools of a server before it is made
         * @description What is shown is remembered for an hour: a server that the same person makes of the address begins with these tools enabled. Of a server that wants a person’s authorization it says where to go; the auth_session_id of its end belongs into the next discover, and into the create.
         */
        readonly post: operations["task_mcp_server.discover"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_tool": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Tools of the MCP servers of the project, or of one of them */
        readonly get: operations["task_mcp_tool.list"];
        readonly put?: never;
        /**
         * Allow a tool of an MCP server by name
         * @description A tool that the server was seen to have is allowed as it is. One that it has not been seen to have waits with the status gone, and is new when it shows.
         */
        readonly post: operations["task_mcp_tool.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_mcp_tool/{task_mcp_tool_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a tool, with what it has become where that waits for acceptance */
        readonly get: operations["task_mcp_tool.read"];
        readonly put?: never;
        /**
         * Edit a tool; enabling it allows it as it is
         * @description With an If-Match header what is allowed is what was read: where the tool has changed since, it is a 409 and nothing is allowed. The mark read_only is taken off a tool whose change is accepted, unless the same edit sets it.
         */
        readonly post: operations["task_mcp_tool.update"];
        /** Delete a tool here; it comes back when it is created again */
        readonly delete: operations["task_mcp_tool.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task_run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List runs project-wide; the last 7 days unless start_date is given */
        readonly get: operations["task_run.list_project"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List agents */
        readonly get: operations["task_agent.list"];
        readonly put?: never;
        /** Create an agent with its first active revision */
        readonly post: operations["task_agent.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read an agent with its revisions */
        readonly get: operations["task_agent.read"];
        readonly put?: never;
        /** Edit an agent; configuration adds an inactive revision, active_revision_id is sent alone */
        readonly post: operations["task_agent.update"];
        /** Delete an agent, keeping its run history; unfinished runs are stopped */
        readonly delete: operations["task_agent.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One agent's approval requests */
        readonly get: operations["approval_request.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read an approval request */
        readonly get: operations["approval_request.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/approve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Approve a tool call, with edited arguments where the reviewer changed them */
        readonly post: operations["approval_request.approve"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/reject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Reject a tool call; the policy says whether the model is told or the run ends */
        readonly post: operations["approval_request.reject"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Follow the run from its pause on; restarts one that is held, decides nothing */
        readonly post: operations["approval_request.resume"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/iam/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Members that hold roles directly on it */
        readonly get: operations["task_agent.iam.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/iam/members/{member}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One direct member and its roles */
        readonly get: operations["task_agent.iam.read"];
        readonly put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        readonly post: operations["task_agent.iam.change"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/iam/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        readonly post: operations["task_agent.iam.test"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/revision": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List revisions, newest first */
        readonly get: operations["task_agent.revision.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/revision/{revision_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a revision */
        readonly get: operations["task_agent.revision.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/revision/{revision_id}/provision": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Look once more for what the skills of a revision need, by the rights of the caller
         * @description Finds or creates the records of the project that the skills state as dependencies, and authorizes none of them. Answers how they stand now; the look itself goes on behind the answer and shows in `provisioning` of the revision and in the changes of the project.
         */
        readonly post: operations["task_agent.revision.provision"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List one agent's runs */
        readonly get: operations["task_agent_run.list"];
        readonly put?: never;
        /**
         * Run an agent on a message
         * @description With `Accept: text/event-stream` the events are streamed until the run has ended or every branch waits for a person; otherwise the finished or held run is answered. `Prefer: respond-async` answers 202 at once, `Prefer: wait=n` after n seconds at the latest.
         */
        readonly post: operations["task_agent_run.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a run: status, what it waits for, output, timings and cost */
        readonly get: operations["task_agent_run.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Stop a run and answer the receipt
         * @description Answers when the run has stopped, with what it had done; 409 RUN_ENDED where it had ended before.
         */
        readonly post: operations["task_agent_run.cancel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/effects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The run's side-effect ledger */
        readonly get: operations["task_agent_run.effects"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A run's events: as JSON, or as a stream to follow or resume
         * @description With `Accept: text/event-stream` the events after `Last-Event-ID` (or `after`) are streamed; `deltas=false` sends whole turns, `follow=true` stays open while the run waits. A finished run followed from its last event answers 204.
         */
        readonly get: operations["task_agent_run.events"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/file/{file_name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Download a file of a run */
        readonly get: operations["task_agent_run.file"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Let a held run go on, and follow it; also leaves a message for a run that waits */
        readonly post: operations["task_agent_run.resume"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/session": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List an agent's sessions */
        readonly get: operations["task_agent_session.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/session/{session_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a session with its newest runs */
        readonly get: operations["task_agent_session.read"];
        readonly put?: never;
        readonly post?: never;
        /** Delete a session with its runs; refused while one is active */
        readonly delete: operations["task_agent_session.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/approval-request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Approval requests of the project */
        readonly get: operations["approval_request.list_project"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Tags for agents, newest first */
        readonly get: operations["task_agent.tag.list"];
        readonly put?: never;
        /** Make a tag for agents */
        readonly post: operations["task_agent.tag.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/tag/{tag_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a tag for agents */
        readonly get: operations["task_agent.tag.read"];
        readonly put?: never;
        /** Change a tag for agents; what is left out stays */
        readonly post: operations["task_agent.tag.update"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/tag/{tag_id}/add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Put a tag on agents; those that have it keep it */
        readonly post: operations["task_agent.tag.add"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task-agent/tag/{tag_id}/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take a tag off agents; those without it stay so */
        readonly post: operations["task_agent.tag.remove"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a task with its revisions and their weights */
        readonly get: operations["task.read"];
        readonly put?: never;
        /** Edit a task; revision fields add an inactive revision, active_revisions set which serve */
        readonly post: operations["task.update"];
        /**
         * Delete a task with its triggers; its runs stay readable, unfinished ones are stopped
         * @description Runs that answer an agent's tool call are not stopped: they are a part of that agent's run, which goes on. New calls of the task are told that it is gone.
         */
        readonly delete: operations["task.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/iam/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Members that hold roles directly on it */
        readonly get: operations["task.iam.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/iam/members/{member}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One direct member and its roles */
        readonly get: operations["task.iam.read"];
        readonly put?: never;
        /**
         * Change the roles of a member
         * @description Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take.
         */
        readonly post: operations["task.iam.change"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/iam/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Which of these permissions the caller, or the named member, holds on it
         * @description Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.
         */
        readonly post: operations["task.iam.test"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/revision/{task_revision_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a revision of a task */
        readonly get: operations["task_revision.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/revision/{task_revision_id}/comparison": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Compare a revision with another one: the fields that differ, and what both made of the same inputs
         * @description Results are those of stored runs without files, looked for among the 2000 newest runs of the task that the caller may see. To have more of them, run both revisions (`revision_id`) over the same input.
         */
        readonly get: operations["task_revision.compare"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/revision/{task_revision_id}/tags": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Tag a revision; nothing else of it changes, and no new one is made
         * @description The list replaces the tags that the revision has. A tag that stands on another revision of the task moves: a run by `revision_tag` takes the one or the other, never none.
         */
        readonly post: operations["task_revision.tag"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/rollback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Have the revisions serve again that served before, with their weights
         * @description One more rollback goes one change further back. With `serving_id` it goes to that entry of what served, and a repeat changes nothing. Runs that have begun keep their revision.
         */
        readonly post: operations["task.rollback"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List one task's runs */
        readonly get: operations["task_run.list"];
        readonly put?: never;
        /**
         * Run a task and answer with its result
         * @description JSON, or multipart with `task_input` as a JSON string and files as `task_file`. `Prefer: respond-async` answers 202 with the queued run, `Prefer: wait=n` after n seconds at the latest. A run that fails is a 200 with `is_error`.
         */
        readonly post: operations["task_run.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read one run */
        readonly get: operations["task_run.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Stop a run and answer the receipt
         * @description Answers when the run has stopped, with what it had done; 409 RUN_ENDED where it had ended before.
         */
        readonly post: operations["task_run.cancel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/file/{file_name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Download a file of a run */
        readonly get: operations["task_run.file"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/serving": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Which revisions served with which weights, newest first */
        readonly get: operations["task.list_serving"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Tags for tasks, newest first */
        readonly get: operations["task.tag.list"];
        readonly put?: never;
        /** Make a tag for tasks */
        readonly post: operations["task.tag.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/tag/{tag_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a tag for tasks */
        readonly get: operations["task.tag.read"];
        readonly put?: never;
        /** Change a tag for tasks; what is left out stays */
        readonly post: operations["task.tag.update"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/tag/{tag_id}/add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Put a tag on tasks; those that have it keep it */
        readonly post: operations["task.tag.add"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/task/tag/{tag_id}/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take a tag off tasks; those without it stay so */
        readonly post: operations["task.tag.remove"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/trigger": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Triggers of the project, of all kinds */
        readonly get: operations["trigger.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/trigger/schedule": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a trigger that runs a task or an agent again and again
         * @description Its runs are those of whoever creates it, whose right to run the target is looked up at each of its times. An interval counts from now.
         */
        readonly post: operations["trigger.schedule.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/trigger/schedule/{trigger_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a schedule trigger */
        readonly get: operations["trigger.schedule.read"];
        readonly put?: never;
        /**
         * Edit a schedule trigger; its next time goes by it
         * @description Pausing takes `next_run` away, and what comes while it rests is over. Resuming counts from now, and so does another expression or time zone.
         */
        readonly post: operations["trigger.schedule.update"];
        /** Delete a schedule trigger with its events; runs that it started go on and stay readable */
        readonly delete: operations["trigger.schedule.delete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/trigger/schedule/{trigger_id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Events of a schedule trigger, newest first
         * @description A bare list; `X-Next-Cursor` has the cursor of the next page where there is one.
         */
        readonly get: operations["trigger.schedule.events"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/trigger/schedule/{trigger_id}/events/{event_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read an event of a schedule trigger */
        readonly get: operations["trigger.schedule.event"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/org/{org_id}/project/{project_id}/trigger/schedule/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Events of all schedule triggers of the project, newest first
         * @description With `trigger_type` those of another type.
         */
        readonly get: operations["trigger.schedule.list_events"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/partner": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Partners, newest first */
        readonly get: operations["partner.list"];
        readonly put?: never;
        /** Add a partner */
        readonly post: operations["partner.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/partner/{partner_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a partner */
        readonly get: operations["partner.read"];
        readonly put?: never;
        /** Change a partner; what is left out stays */
        readonly post: operations["partner.update"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/skills": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Skills of the catalogue, newest first */
        readonly get: operations["catalog_skill.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/skills/{skill_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a skill of the catalogue */
        readonly get: operations["catalog_skill.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/skills/{skill_id}/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What a skill of the catalogue says, with every file */
        readonly get: operations["catalog_skill.read_content"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/skills/{skill_id}/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A skill of the catalogue as a zip archive of its folder */
        readonly get: operations["catalog_skill.export"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/skills/{skill_id}/revisions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** All revisions of a skill of the catalogue, newest first */
        readonly get: operations["catalog_skill_revision.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/skills/{skill_id}/revisions/{revision_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read one revision of a skill of the catalogue */
        readonly get: operations["catalog_skill_revision.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/skills/sources": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Where the skills of the catalogue come from */
        readonly get: operations["catalog_skill.list_sources"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/skills/tags": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Words that skills of the catalogue carry, by name */
        readonly get: operations["catalog_skill.list_tags"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/task_mcp_server/callback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Where authorization servers send people back to
         * @description For the signed-in user who began the authorization, once. With a redirect_to the browser goes there, with auth_session_id or task_mcp_server_id in its query, or with error and error_description.
         */
        readonly get: operations["task_mcp_server.callback"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Your own profile
         * @description A credential that is cut down needs the scope `profile`, and `email` too to see the address.
         */
        readonly get: operations["user.read"];
        readonly put?: never;
        /** Change your own profile */
        readonly post: operations["user.update"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/avatar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Set your own picture: JPEG, PNG or GIF, at most 5 MB */
        readonly post: operations["user.avatar"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/grant": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What you let OAuth clients do, newest first
         * @description One for each client, whatever number of times you consented.
         */
        readonly get: operations["user.grant.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/grant/{client_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Take back what you let an OAuth client do; its tokens end at once */
        readonly delete: operations["user.grant.withdraw"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/whoami": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The user or client behind the credential
         * @description Organization and project are those the credential was made in; a browser session has none. A client-credentials token acts as its project and has no user.
         */
        readonly get: operations["identity.whoami"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/identity/request-password-reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Mail a link for choosing a new password
         * @description Answers alike whether the address has an account or not.
         */
        readonly post: operations["identity.request_password_reset"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/identity/resend-verification": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Mail the link that confirms an address again */
        readonly post: operations["identity.resend_verification"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/identity/reset-password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Choose a new password with the token that was mailed; signs out everywhere
         * @description Works once, and ends every other link that was mailed to the address. API keys and what applications were granted stay unless the body says otherwise.
         */
        readonly post: operations["identity.reset_password"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/identity/sign-in": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Sign a browser in; the answer sets its session cookie */
        readonly post: operations["identity.sign_in"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/identity/sign-out": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Sign this browser out */
        readonly post: operations["identity.sign_out"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/identity/sign-out-everywhere": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End all your browser sessions, this one too
         * @description API keys and what OAuth clients were granted stay; those are taken back one by one.
         */
        readonly post: operations["identity.sign_out_everywhere"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/identity/sign-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask for an account; a mail leads on
         * @description Makes nothing yet: the mailed link confirms the address, and with it the password is chosen. An address that an organization invited gets the link of its invite instead. Answers alike whether the address is new, has an account, may not sign up, or has had too many mails.
         */
        readonly post: operations["identity.sign_up"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/identity/verify-address": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirm an address with the token that was mailed, and choose the password: this makes the account
         * @description Works once, and ends every other link that was mailed to the address.
         */
        readonly post: operations["identity.verify_address"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/public/avatar/{avatar}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A picture of a user, an organization or a project
         * @description The address is random and new for each picture, so that it may be kept for ever.
         */
        readonly get: operations["avatar.read"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/public/mcp-client.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What this installation is to authorization servers that take an address for the id of a client */
        readonly get: operations["task_mcp_server.client_metadata"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Agent: {
            /** Format: uuid */
            readonly active_revision_id: string;
            readonly agent_tools: readonly {
                /** Format: uuid */
                readonly task_agent_id: string;
                readonly task_agent_revision_id: string | null;
            }[];
            readonly approval_policy: {
                readonly [key: string]: unknown;
            };
            readonly builtin_tools: readonly string[];
            readonly collections: readonly {
                /** Format: uuid */
                readonly collection_id: string;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly deleted: boolean;
            readonly description: string;
            readonly fallback_llm_model_id: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly instruction: string;
            readonly integrations: readonly {
                readonly allowed_tool_ids: readonly string[] | null;
                /** Format: uuid */
                readonly project_integration_id: string;
            }[];
            readonly llm_config: {
                readonly [key: string]: unknown;
            };
            /** Format: uuid */
            readonly llm_model_id: string;
            readonly max_credits: string | null;
            readonly max_turns: number;
            readonly mcp_servers: readonly {
                readonly allowed_tool_ids: readonly string[] | null;
                /** Format: uuid */
                readonly task_mcp_server_id: string;
            }[];
            readonly memory_config: {
                readonly [key: string]: unknown;
            };
            readonly memory_strategy: string;
            readonly mode: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            /** Format: uuid */
            readonly project_id: string;
            /** @description newest first */
            readonly revisions: readonly components["schemas"]["AgentRevision"][];
            /** @description the runs of the last seven days that the caller sees; only where a list was asked for it */
            readonly seven_day_summary?: {
                readonly cancelled: number;
                /** @description exact decimal */
                readonly charged_credits: string;
                readonly completed: number;
                readonly failed: number;
                /** @description not over yet */
                readonly open: number;
                readonly runs: number;
                readonly total_tokens: number;
            };
            readonly skills: readonly {
                /** Format: uuid */
                readonly skill_id: string;
                readonly skill_revision_id: string | null;
            }[];
            readonly tags: readonly string[];
            readonly task_agent_run_visibility: string;
            readonly task_tools: readonly {
                readonly is_output_formatter: boolean;
                /** Format: uuid */
                readonly task_id: string;
            }[];
        };
        readonly AgentCreate: {
            readonly agent_tools?: readonly {
                /** Format: uuid */
                readonly task_agent_id: string;
                /**
                 * @description null follows the active revision
                 * @default null
                 */
                readonly task_agent_revision_id?: string | null;
            }[];
            readonly approval_policy?: components["schemas"]["ApprovalPolicy"];
            readonly builtin_tools?: readonly string[];
            readonly collections?: readonly {
                /** Format: uuid */
                readonly collection_id: string;
            }[];
            readonly description?: string;
            readonly fallback_llm_model_id?: string | null;
            readonly instruction: string;
            readonly integrations?: readonly {
                /**
                 * @description ids of its tools; null for all that are enabled, also those that are enabled later
                 * @default null
                 */
                readonly allowed_tool_ids?: readonly string[] | null;
                /** Format: uuid */
                readonly project_integration_id: string;
            }[];
            readonly llm_config?: {
                readonly frequency_penalty?: number | null;
                readonly include_thoughts?: boolean | null;
                readonly inference_geo?: ("global" | "us") | null;
                readonly max_tokens?: number | null;
                readonly media_resolution?: ("low" | "medium" | "high") | null;
                readonly min_p?: number | null;
                readonly parallel_tool_calls?: boolean | null;
                readonly presence_penalty?: number | null;
                readonly prompt_cache_key?: string | null;
                readonly prompt_cache_ttl?: ("30m" | "12h") | null;
                readonly prompt_caching?: boolean | null;
                readonly reasoning_effort?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max") | null;
                readonly reasoning_summary?: ("auto" | "concise" | "detailed") | null;
                readonly repetition_penalty?: number | null;
                readonly safety_threshold?: ("low" | "medium" | "high" | "none" | "off") | null;
                readonly seed?: number | null;
                readonly service_tier?: ("auto" | "default" | "flex" | "priority" | "standard" | "standard_only") | null;
                readonly stop?: readonly string[] | null;
                readonly temperature?: number | null;
                readonly thinking_budget?: number | null;
                readonly top_k?: number | null;
                readonly top_p?: number | null;
                readonly verbosity?: ("low" | "medium" | "high") | null;
            };
            /** @description id, name or alias of a model */
            readonly llm_model_id: string;
            readonly max_credits?: (string | number) | null;
            readonly max_turns?: number;
            readonly mcp_servers?: readonly {
                /**
                 * @description null allows every tool of the server that is enabled, now and later
                 * @default null
                 */
                readonly allowed_tool_ids?: readonly string[] | null;
                /** Format: uuid */
                readonly task_mcp_server_id: string;
            }[];
            readonly memory_config?: {
                readonly max_events?: number;
            };
            /** @enum {string} */
            readonly memory_strategy?: "sliding_window" | "compaction";
            /** @enum {string} */
            readonly mode?: "agentic" | "sequential";
            readonly name: string;
            readonly skills?: readonly {
                /** Format: uuid */
                readonly skill_id: string;
                /**
                 * @description null follows the active revision; a run keeps the one that it began with
                 * @default null
                 */
                readonly skill_revision_id?: string | null;
            }[];
            /** @description names or ids of tags; a new name becomes a tag */
            readonly tags?: readonly string[];
            /** @enum {string} */
            readonly task_agent_run_visibility?: "owner_only" | "editors_and_owners" | "all_viewers";
            readonly task_tools?: readonly {
                /** @default false */
                readonly is_output_formatter?: boolean;
                /** Format: uuid */
                readonly task_id: string;
            }[];
        };
        readonly AgentPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Agent"][];
        };
        readonly AgentRevision: {
            readonly active: boolean;
            readonly agent_tools: readonly {
                /** Format: uuid */
                readonly task_agent_id: string;
                readonly task_agent_revision_id: string | null;
            }[];
            readonly approval_policy: {
                readonly [key: string]: unknown;
            };
            readonly builtin_tools: readonly string[];
            readonly collections: readonly {
                /** Format: uuid */
                readonly collection_id: string;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly fallback_llm_model_id: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly instruction: string;
            readonly integrations: readonly {
                readonly allowed_tool_ids: readonly string[] | null;
                /** Format: uuid */
                readonly project_integration_id: string;
            }[];
            readonly llm_config: {
                readonly [key: string]: unknown;
            };
            /** Format: uuid */
            readonly llm_model_id: string;
            readonly max_credits: string | null;
            readonly max_turns: number;
            readonly mcp_servers: readonly {
                readonly allowed_tool_ids: readonly string[] | null;
                /** Format: uuid */
                readonly task_mcp_server_id: string;
            }[];
            readonly memory_config: {
                readonly [key: string]: unknown;
            };
            readonly memory_strategy: string;
            readonly mode: string;
            /** @description how what its skills need stands */
            readonly provisioning: readonly components["schemas"]["Provisioning"][];
            readonly skills: readonly {
                /** Format: uuid */
                readonly skill_id: string;
                readonly skill_revision_id: string | null;
            }[];
            /** Format: uuid */
            readonly task_agent_id: string;
            readonly task_tools: readonly {
                readonly is_output_formatter: boolean;
                /** Format: uuid */
                readonly task_id: string;
            }[];
        };
        readonly AgentRevisionPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["AgentRevision"][];
        };
        readonly AgentRevisionProvisioning: {
            readonly provisioning: readonly components["schemas"]["Provisioning"][];
            /** Format: uuid */
            readonly task_agent_revision_id: string;
        };
        readonly AgentRun: {
            readonly agent_tools_invoked: readonly string[];
            readonly approval_requests: readonly {
                /** Format: uuid */
                readonly id: string;
                readonly status: string;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
            }[];
            /** @description those of the input that went into it */
            readonly cache_write_tokens: number;
            /** @description those of the input that came from a provider's cache */
            readonly cached_input_tokens: number;
            /** @description exact decimal: what its own model calls cost */
            readonly charged_credits: string;
            /** @description runs of agents that its calls are */
            readonly child_runs: readonly {
                /** Format: uuid */
                readonly id: string;
                readonly status: string;
                /** Format: uuid */
                readonly task_agent_id: string;
                /** Format: uuid */
                readonly tool_call_id: string;
            }[];
            readonly completed: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly duration_ms: number | null;
            readonly error: components["schemas"]["RunError"] | null;
            readonly files: readonly {
                readonly media_type: string;
                readonly name: string;
                /** @description bytes */
                readonly size: number;
            }[];
            readonly formatted_output: unknown;
            /** Format: uuid */
            readonly id: string;
            readonly input_tokens: number;
            readonly integration_tools_invoked: readonly string[];
            readonly is_error: boolean;
            readonly mcp_tools_invoked: readonly string[];
            readonly message: string;
            readonly output: string | null;
            readonly output_tokens: number;
            readonly parent: {
                /** Format: uuid */
                readonly task_agent_run_id: string;
                /** Format: uuid */
                readonly tool_call_id: string;
            } | null;
            readonly phase_timings: {
                readonly [key: string]: unknown;
            };
            /** @description those of the output that were thinking */
            readonly reasoning_tokens: number;
            /** Format: uuid */
            readonly session_id: string;
            /** @description what it loaded, by name, in that order */
            readonly skills_activated: readonly string[];
            readonly started: string | null;
            /** @description queued, running, waiting_for_human, held, cancelling, completed, failed or cancelled */
            readonly status: string;
            readonly task_agent: {
                readonly deleted: boolean;
                /** Format: uuid */
                readonly id: string;
                readonly name: string;
            };
            /** Format: uuid */
            readonly task_agent_id: string;
            /** Format: uuid */
            readonly task_agent_revision_id: string;
            readonly task_tools_invoked: readonly string[];
            readonly total_tokens: number;
            /** @description exact decimal: what it and all runs that its calls are cost, level by level */
            readonly tree_charged_credits: string;
            readonly trigger_id: string | null;
            /** @description api, task_agent (it answers an agent’s call), webhook or schedule */
            readonly trigger_type: string;
            readonly turns: number;
            /** @description whether a part of tokens and credits is estimated: a model call ended before its provider counted them */
            readonly usage_estimated: boolean;
            readonly waiting_for: components["schemas"]["WaitingFor"] | null;
            /** @description what is to be known of the run's model calls, though they were answered; each once */
            readonly warnings: readonly components["schemas"]["ModelWarning"][];
        };
        readonly AgentRunPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["AgentRun"][];
        };
        readonly AgentRunReceipt: {
            /** @description calls that took effect before the stop */
            readonly done: readonly {
                readonly detail: string | null;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
            }[];
            readonly run: components["schemas"]["AgentRun"];
            /** @description what the run's model calls cost, those of its tasks and the one that was cut off included */
            readonly spent: {
                readonly charged_credits: string;
                /** @description whether a part of tokens and credits is estimated: a model call ended before its provider counted them */
                readonly estimated: boolean;
                readonly input_tokens: number;
                readonly output_tokens: number;
            };
            /** @description calls that did not happen any more */
            readonly stopped: readonly {
                readonly detail: string | null;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
            }[];
            /** @description calls of which nobody knows */
            readonly unknown: readonly {
                readonly detail: string | null;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
            }[];
        };
        readonly AlreadyDecidedError: {
            readonly detail: {
                readonly alreadyDecidedError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "ALREADY_DECIDED";
            };
        };
        readonly ApiKey: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            /** Format: uuid */
            readonly id: string;
            readonly last_used: string | null;
            readonly name: string;
            /** @description the first characters of the value */
            readonly prefix: string;
            readonly revoked: string | null;
            readonly scopes: readonly string[] | null;
        };
        readonly ApprovalPolicy: {
            /**
             * @default destructive
             * @enum {string}
             */
            readonly default?: "never" | "destructive" | "always";
            /** @description names or globs of tools that may be sent again under the same Idempotency-Key after an unclear end */
            readonly idempotent?: readonly string[];
            /** @default [] */
            readonly rules?: readonly components["schemas"]["ApprovalRule"][];
        };
        readonly ApprovalRequest: {
            readonly approvals_needed: number;
            readonly arguments: unknown;
            readonly arguments_digest: string;
            /** @description for the caller with the credential at hand */
            readonly can_decide: {
                readonly allowed: boolean;
                readonly reason: string | null;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly decided_at: string | null;
            readonly decided_by: string | null;
            readonly decision_note: string | null;
            readonly decisions: readonly {
                readonly api_key_id: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC
                 */
                readonly at: string;
                readonly by: string;
                readonly decision: string;
                readonly note: string | null;
            }[];
            /** @description none, reversible, irreversible or unknown */
            readonly effect: string;
            readonly expires_at: string | null;
            /** Format: uuid */
            readonly id: string;
            /** @description tool_call, confirm_effect or budget */
            readonly kind: string;
            readonly requested_by: string;
            /** @description the policy rule that asked */
            readonly rule: unknown;
            /** Format: uuid */
            readonly session_id: string;
            /** @description pending, approved, rejected, expired or cancelled */
            readonly status: string;
            /** Format: uuid */
            readonly task_agent_id: string;
            readonly task_agent_name: string;
            /** Format: uuid */
            readonly task_agent_run_id: string;
            readonly tool_call_id: string | null;
            readonly tool_name: string;
            readonly tool_schema: unknown;
            readonly tool_type: string;
        };
        readonly ApprovalRequestNotPendingError: {
            readonly detail: {
                readonly approvalRequestNotPendingError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "APPROVAL_REQUEST_NOT_PENDING";
            };
        };
        readonly ApprovalRequestPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["ApprovalRequest"][];
        };
        readonly ApprovalRule: {
            readonly approvals_needed?: number;
            readonly approvers?: readonly ("owner" | "editor" | "viewer")[];
            /** @description ISO 8601 duration, e.g. PT15M */
            readonly expires_in?: string;
            /** @enum {string} */
            readonly mode: "always" | "never";
            /** @enum {string} */
            readonly on_reject?: "fail" | "return_to_model";
            /** @description tool name or glob; must fit a tool of the revision */
            readonly tool: string;
            /** @enum {string} */
            readonly tool_type?: "builtin" | "skill" | "task" | "agent" | "mcp" | "integration" | "collection";
        };
        readonly ArgumentsDigestMismatchError: {
            readonly detail: {
                readonly argumentsDigestMismatchError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "ARGUMENTS_DIGEST_MISMATCH";
            };
        };
        readonly AuditEvent: {
            /** @description user, client, system or anonymous */
            readonly actor_type: string;
            readonly actor_user_id: string | null;
            readonly api_key_id: string | null;
            /** Format: uuid */
            readonly chain_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly event_type: string;
            /** @description SHA-256 in hexadecimal */
            readonly hash: string;
            /** Format: uuid */
            readonly id: string;
            readonly ip_address: string | null;
            readonly labels: {
                readonly [key: string]: string;
            };
            readonly message: string;
            readonly oauth_client_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly occurred_at: string;
            readonly org_id: string | null;
            /** @description SHA-256 in hexadecimal */
            readonly previous_hash: string;
            readonly project_id: string | null;
            readonly request_id: string | null;
            readonly resource_id: string | null;
            readonly resource_type: string;
            /** @description number in its chain */
            readonly seq: number;
        };
        readonly AuditEventPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["AuditEvent"][];
        };
        readonly AuditEventWithPayload: {
            /** @description user, client, system or anonymous */
            readonly actor_type: string;
            readonly actor_user_id: string | null;
            readonly api_key_id: string | null;
            /** Format: uuid */
            readonly chain_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly event_type: string;
            /** @description SHA-256 in hexadecimal */
            readonly hash: string;
            /** Format: uuid */
            readonly id: string;
            readonly ip_address: string | null;
            readonly labels: {
                readonly [key: string]: string;
            };
            readonly message: string;
            readonly oauth_client_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly occurred_at: string;
            readonly org_id: string | null;
            readonly payload: {
                readonly [key: string]: unknown;
            };
            /** @description SHA-256 in hexadecimal */
            readonly previous_hash: string;
            readonly project_id: string | null;
            readonly request_id: string | null;
            readonly resource_id: string | null;
            readonly resource_type: string;
            /** @description number in its chain */
            readonly seq: number;
        };
        readonly AuditIntegrity: {
            /** Format: uuid */
            readonly chain_id: string;
            /** @description SHA-256 in hexadecimal */
            readonly checkpoint_hash: string;
            /** @description number of the newest event that retention took away; 0 for none */
            readonly checkpoint_seq: number;
            /** @description SHA-256 in hexadecimal */
            readonly head_hash: string;
            /** @description number of the newest event; 0 for none */
            readonly head_seq: number;
            readonly last_event_at: string | null;
        };
        readonly AuditVerification: {
            readonly chains_checked: number;
            readonly events_checked: number;
            readonly first_break: {
                readonly audit_event_id: string | null;
                /** Format: uuid */
                readonly chain_id: string;
                /** @description altered, missing, inserted, out_of_order, broken_link or head */
                readonly kind: string;
                readonly message: string;
                readonly seq: number;
            } | null;
            readonly valid: boolean;
        };
        readonly AuthorizationFailedError: {
            readonly detail: {
                readonly authorizationFailedError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "AUTHORIZATION_FAILED";
            };
        };
        readonly AuthorizationStart: {
            /** @description where the person who asks goes on in a browser, within ten minutes */
            readonly authorization_url: string;
        };
        readonly BegunAuthorization: {
            /** @description where a person goes to authorize, with the browser they are signed in with */
            readonly authorization_url: string;
        };
        readonly BodyTooComplexError: {
            readonly detail: {
                readonly bodyTooComplexError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "BODY_TOO_COMPLEX";
            };
        };
        readonly BodyTooLargeError: {
            readonly detail: {
                readonly bodyTooLargeError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "BODY_TOO_LARGE";
            };
        };
        readonly Chunk: {
            /** Format: uuid */
            readonly document_id: string;
            /** @description headings above it, the highest first */
            readonly heading_path: readonly string[];
            /** Format: uuid */
            readonly id: string;
            readonly page: number | null;
            /** @description its place in the document, from 0 */
            readonly position: number;
            readonly text: string;
            readonly token_count: number;
        };
        readonly ChunkPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Chunk"][];
        };
        readonly Collection: {
            /** @description passages of the documents that are ready */
            readonly chunk_count: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly document_count: number;
            /** @description what its documents are searched by */
            readonly embedding: {
                readonly dimension: number;
                readonly error: components["schemas"]["RunError"] | null;
                /** @description passages of ready documents whose vectors are still to be made */
                readonly missing: number;
                readonly model: string;
                readonly next: {
                    readonly dimension: number;
                    readonly done: number;
                    readonly model: string;
                    readonly total: number;
                } | null;
            };
            /** Format: uuid */
            readonly id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly summary: string | null;
            readonly summary_error: components["schemas"]["RunError"] | null;
            readonly summary_status: ("running" | "ready" | "failed") | null;
            readonly tags: readonly string[];
            readonly title: string;
        };
        readonly CollectionEmptyError: {
            readonly detail: {
                readonly collectionEmptyError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "COLLECTION_EMPTY";
            };
        };
        readonly CollectionPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Collection"][];
        };
        readonly CollectionStats: {
            /** @description passages of the documents that are ready */
            readonly chunk_count: number;
            readonly document_count: number;
            readonly documents: {
                readonly chunking: number;
                readonly embedding: number;
                readonly failed: number;
                readonly parsing: number;
                readonly queued: number;
                readonly ready: number;
            };
            /** @description of the documents that are ready, the most frequent first */
            readonly languages: readonly {
                readonly document_count: number;
                readonly language: string | null;
            }[];
            /** @description bytes of all documents as they came */
            readonly size: number;
            /** @description tokens of these */
            readonly token_count: number;
        };
        readonly ComparedRun: {
            /** @description exact decimal */
            readonly charged_credits: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly error: components["schemas"]["RunError"] | null;
            /** Format: uuid */
            readonly id: string;
            readonly is_error: boolean;
            readonly llm_call_timing: number | null;
            readonly response: unknown;
            readonly total_tokens: number;
        };
        readonly ComparedTotals: {
            readonly errors: number;
            readonly mean_seconds: number | null;
            readonly total_tokens: number;
        };
        readonly CrossSiteRequestError: {
            readonly detail: {
                readonly crossSiteRequestError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "CROSS_SITE_REQUEST";
            };
        };
        readonly DatabaseUnavailableError: {
            readonly detail: {
                readonly databaseUnavailableError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "DATABASE_UNAVAILABLE";
            };
        };
        readonly Difference: {
            readonly base: unknown;
            readonly field: string;
            readonly revision: unknown;
        };
        readonly Document: {
            readonly chunk_count: number;
            readonly collections: readonly string[];
            readonly connection_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly deleted?: boolean;
            readonly description: string;
            readonly error: components["schemas"]["RunError"] | null;
            /** Format: uuid */
            readonly group_id: string;
            /** Format: uuid */
            readonly id: string;
            readonly language: string | null;
            readonly media_type: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly page_count: number | null;
            readonly progress: {
                readonly done: number;
                readonly total: number | null;
            } | null;
            /** @description bytes */
            readonly size: number;
            /** @enum {string} */
            readonly source: "upload" | "text" | "web" | "s3" | "git" | "folder";
            readonly source_ref: string | null;
            readonly stage: ("parsing" | "chunking" | "embedding") | null;
            /** @enum {string} */
            readonly status: "queued" | "parsing" | "chunking" | "embedding" | "ready" | "failed";
            /** @enum {string} */
            readonly strategy: "auto" | "fast" | "hi_res" | "ocr_only";
            readonly tags: readonly string[];
            readonly title: string;
            readonly waiting_for: components["schemas"]["WaitingFor"] | null;
            readonly warnings: readonly string[];
        };
        readonly DocumentGroup: {
            readonly documents: readonly components["schemas"]["Document"][];
            /** Format: uuid */
            readonly group_id: string;
            /**
             * @description `failed` once all have ended and one of them failed
             * @enum {string}
             */
            readonly status: "queued" | "processing" | "ready" | "failed";
        };
        readonly DocumentNotFailedError: {
            readonly detail: {
                readonly documentNotFailedError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "DOCUMENT_NOT_FAILED";
            };
        };
        readonly DocumentNotPausedError: {
            readonly detail: {
                readonly documentNotPausedError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "DOCUMENT_NOT_PAUSED";
            };
        };
        readonly DocumentNotReadyError: {
            readonly detail: {
                readonly documentNotReadyError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "DOCUMENT_NOT_READY";
            };
        };
        readonly DocumentPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Document"][];
        };
        readonly Domain: {
            readonly check_error: string | null;
            readonly checked_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly domain: string;
            /** Format: uuid */
            readonly id: string;
            readonly next_check_at: string | null;
            /** @description unverified or verified */
            readonly status: string;
            /** @description the DNS record that shows the domain is yours */
            readonly verification: {
                readonly name: string;
                readonly type: string;
                readonly value: string;
            };
            readonly verified_at: string | null;
        };
        readonly DomainAlreadyExistsError: {
            readonly detail: {
                readonly domainAlreadyExistsError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "DOMAIN_ALREADY_EXISTS";
            };
        };
        readonly DomainPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Domain"][];
        };
        readonly Done: {
            readonly message: string;
            readonly status: string;
        };
        readonly DuplicateTaskNameError: {
            readonly detail: {
                readonly duplicateTaskNameError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "DUPLICATE_TASK_NAME";
            };
        };
        readonly Effect: {
            /** @description how often the call was sent */
            readonly attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly detail: string | null;
            /** @description SHA-256 over the arguments that were sent */
            readonly request_digest: string;
            readonly sent_at: string | null;
            readonly settled_at: string | null;
            /** @description intended, sent, done, failed or unknown */
            readonly status: string;
            /** Format: uuid */
            readonly tool_call_id: string;
            readonly tool_name: string;
        };
        readonly EffectPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Effect"][];
        };
        readonly EndedAuthorization: {
            readonly auth_session_id: string | null;
            readonly task_mcp_server_id: string | null;
        };
        readonly EndedSessions: {
            readonly ended: number;
        };
        readonly FileDamagedError: {
            readonly detail: {
                readonly fileDamagedError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "FILE_DAMAGED";
            };
        };
        readonly FileStoreUnavailableError: {
            readonly detail: {
                readonly fileStoreUnavailableError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "FILE_STORE_UNAVAILABLE";
            };
        };
        readonly FileTooLargeError: {
            readonly detail: {
                readonly fileTooLargeError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "FILE_TOO_LARGE";
            };
        };
        readonly HeldPermissions: {
            readonly member: string;
            readonly permissions: readonly string[];
        };
        readonly IdempotencyKeyReusedError: {
            readonly detail: {
                readonly idempotencyKeyReusedError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "IDEMPOTENCY_KEY_REUSED";
            };
        };
        readonly IdempotencyKeyTakenOverError: {
            readonly detail: {
                readonly idempotencyKeyTakenOverError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "IDEMPOTENCY_KEY_TAKEN_OVER";
            };
        };
        readonly IngestionEndedError: {
            readonly detail: {
                readonly ingestionEndedError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INGESTION_ENDED";
            };
        };
        readonly InputProcessor: {
            /** @description JSON schema of its `config` */
            readonly config_schema: {
                readonly [key: string]: unknown;
            };
            readonly description: string;
            /** @description as `input_processor` of a revision names it */
            readonly name: string;
        };
        readonly InsufficientCreditsError: {
            readonly detail: {
                readonly insufficientCreditsError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INSUFFICIENT_CREDITS";
            };
        };
        readonly Integration: {
            readonly account: string | null;
            /** @description those that are enabled, or all with `include_disabled_tools` */
            readonly available_tools: readonly components["schemas"]["IntegrationTool"][];
            readonly config: {
                readonly base_url?: string;
                readonly credential?: {
                    /** @enum {string} */
                    readonly kind: "none" | "bearer" | "header" | "query" | "basic";
                    /** @description of the header or the key of the query, or the user */
                    readonly name?: string;
                };
                readonly document_url?: string | null;
                readonly enabled_tools: readonly string[] | null;
                /** @description what of the document is no tool, the first operations with the reason */
                readonly left_out?: {
                    readonly first: readonly {
                        readonly operation: string;
                        readonly reason: string;
                    }[];
                    /** @description how many */
                    readonly operations: number;
                    /** @description such as webhooks */
                    readonly parts: readonly string[];
                };
                /** @description how the document says that calls are signed; with oauth, a token is given as bearer */
                readonly suggested_credential?: {
                    /** @enum {string} */
                    readonly kind: "none" | "bearer" | "header" | "query" | "basic" | "oauth";
                    readonly name?: string;
                };
                /** @description of the document */
                readonly title?: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly deleted?: boolean;
            /** Format: uuid */
            readonly id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            /** @description what was granted */
            readonly scopes: readonly string[];
            /** @enum {string} */
            readonly status: "authorized" | "needs_authorization" | "disconnected" | "failed";
            readonly type: string;
        };
        readonly IntegrationAuth: {
            readonly account: string | null;
            readonly authorized_at: string | null;
            readonly authorized_by: string | null;
            /** @description whether this installation is known to the service */
            readonly configured: boolean;
            /** Format: uuid */
            readonly integration_id: string;
            readonly scopes: readonly string[];
            /** @enum {string} */
            readonly status: "authorized" | "needs_authorization" | "disconnected" | "failed";
            readonly what_to_do: string | null;
        };
        readonly IntegrationCatalogueEntry: {
            /**
             * @description oauth: people authorise it; credential: its config holds what calls are signed with
             * @enum {string}
             */
            readonly auth_type: "oauth" | "credential";
            readonly available_tools: readonly {
                readonly description: string;
                readonly id: string;
                readonly side_effects: boolean;
            }[];
            /** @description whether this installation is known to the service */
            readonly configured: boolean;
            readonly description: string;
            /** @description settings by which an administrator makes it known */
            readonly missing_settings: readonly string[];
            readonly name: string;
            /** @description what is asked for */
            readonly scopes: readonly string[];
            readonly type: string;
        };
        readonly IntegrationCatalogueEntryPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["IntegrationCatalogueEntry"][];
        };
        readonly IntegrationHasNoOauthError: {
            readonly detail: {
                readonly integrationHasNoOauthError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INTEGRATION_HAS_NO_OAUTH";
            };
        };
        readonly IntegrationNotConfiguredError: {
            readonly detail: {
                readonly integrationNotConfiguredError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INTEGRATION_NOT_CONFIGURED";
            };
        };
        readonly IntegrationPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Integration"][];
        };
        readonly IntegrationTool: {
            readonly description: string;
            readonly enabled: boolean;
            readonly id: string;
            /** @description what models know it by */
            readonly name: string;
            readonly side_effects: boolean;
        };
        readonly InternalError: {
            /** @constant */
            readonly detail: "internal server error";
        };
        readonly InvalidDomainError: {
            readonly detail: {
                readonly invalidDomainError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INVALID_DOMAIN";
            };
        };
        readonly InvalidImageError: {
            readonly detail: {
                readonly invalidImageError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INVALID_IMAGE";
            };
        };
        readonly InvalidInviteCodeError: {
            readonly detail: {
                readonly invalidInviteCodeError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INVALID_INVITE_CODE";
            };
        };
        readonly InvalidLinkError: {
            readonly detail: {
                readonly invalidLinkError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INVALID_LINK";
            };
        };
        readonly InvalidMemberError: {
            readonly detail: {
                readonly invalidMemberError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INVALID_MEMBER";
            };
        };
        readonly InvalidRoleError: {
            readonly detail: {
                readonly invalidRoleError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INVALID_ROLE";
            };
        };
        readonly InvalidSkillError: {
            readonly detail: {
                readonly invalidSkillError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INVALID_SKILL";
            };
        };
        readonly InvalidSubjectTypeError: {
            readonly detail: {
                readonly invalidSubjectTypeError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "INVALID_SUBJECT_TYPE";
            };
        };
        readonly Invite: {
            readonly accepted_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly delivery_error: string | null;
            readonly email_address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly expires_at: string;
            /** Format: uuid */
            readonly id: string;
            readonly project_roles: {
                readonly [key: string]: readonly string[];
            };
            readonly reminded_at: string | null;
            readonly roles: readonly string[];
            readonly sent_at: string | null;
            /** @description pending, accepted or expired */
            readonly status: string;
        };
        readonly InvitePage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Invite"][];
        };
        readonly KnowledgeSource: {
            /** @description collections that new documents of the source join */
            readonly collection_ids: readonly string[];
            /** @description web: urls, max_crawl_depth, max_pages, include_paths, exclude_paths; s3: bucket, prefix, endpoint, region, access_key_id, paths; git: repository_url, branch, username, paths; folder: folder, paths */
            readonly config: {
                /** @description its secret is given as `secret` */
                readonly access_key_id?: string;
                /** @description the one that the repository has checked out where it is empty */
                readonly branch?: string;
                /** @description name of the bucket */
                readonly bucket?: string;
                /** @description address of the server; that of AWS where it is empty */
                readonly endpoint?: string;
                /** @description beginnings of paths that are left out */
                readonly exclude_paths?: readonly string[];
                /** @description absolute path, within a folder that KNOWLEDGE_FOLDERS opens to the organization */
                readonly folder?: string;
                /** @description beginnings of paths that are taken; all where there are none */
                readonly include_paths?: readonly string[];
                /** @description links that a page may be away from where the crawl begins; 0 takes those pages alone */
                readonly max_crawl_depth?: number;
                /** @description most addresses that a run visits */
                readonly max_pages?: number;
                /** @description patterns such as `docs/**\/*.md`, of which a file has to fit one; `!` before a pattern leaves out what fits it; all files where there are none */
                readonly paths?: readonly string[];
                /** @description beginning of the keys that are taken; empty for all */
                readonly prefix?: string;
                readonly region?: string;
                /** @description http or https address to clone from */
                readonly repository_url?: string;
                /** @description where a crawl begins; it keeps to the sites of these addresses */
                readonly urls?: readonly string[];
                /** @description what servers want beside a token, which is given as `secret` */
                readonly username?: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly deleted?: boolean;
            readonly document_count: number;
            readonly has_secret: boolean;
            /** Format: uuid */
            readonly id: string;
            /** @description whether it is the one that scrapes of the project go by */
            readonly is_scrape: boolean;
            /** @enum {string} */
            readonly kind: "web" | "s3" | "git" | "folder";
            readonly last_run_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            readonly next_sync: string | null;
            /** @description whether the schedule rests */
            readonly paused: boolean;
            readonly schedule: string | null;
            /**
             * @description how its documents are read
             * @enum {string}
             */
            readonly strategy: "auto" | "fast" | "hi_res" | "ocr_only";
        };
        readonly KnowledgeSourcePage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["KnowledgeSource"][];
        };
        readonly LastOwnerError: {
            readonly detail: {
                readonly lastOwnerError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "LAST_OWNER";
            };
        };
        readonly ListedOrganization: {
            readonly account?: {
                readonly credits: number;
                /** Format: uuid */
                readonly id: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC
                 */
                readonly modified: string;
                /** Format: uuid */
                readonly org_id: string;
            };
            readonly auto_topup_config?: {
                readonly [key: string]: unknown;
            };
            readonly avatar_url: string | null;
            readonly contact_email?: string;
            /** Format: uuid */
            readonly id: string;
            readonly low_credit_alerts?: boolean;
            readonly name: string;
            readonly plan?: string;
            readonly plan_interval?: string;
            readonly plan_status?: string;
            readonly public_metadata?: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly trial_ends_at?: string;
            readonly usage_based_pricing_enabled?: boolean;
        };
        readonly ListedOrganizationPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["ListedOrganization"][];
        };
        readonly Liveness: {
            readonly status: string;
        };
        readonly MalformedBodyError: {
            readonly detail: {
                readonly malformedBodyError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "MALFORMED_BODY";
            };
        };
        readonly MalformedCursorError: {
            readonly detail: {
                readonly malformedCursorError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "MALFORMED_CURSOR";
            };
        };
        readonly MalformedIdentifierError: {
            readonly detail: {
                readonly malformedIdentifierError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "MALFORMED_IDENTIFIER";
            };
        };
        readonly McpAuthorizationFailedError: {
            readonly detail: {
                readonly mcpAuthorizationFailedError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "MCP_AUTHORIZATION_FAILED";
            };
        };
        readonly McpCatalogueEntry: {
            /** @enum {string} */
            readonly auth_type: "none" | "api_key" | "oauth";
            readonly description: string;
            readonly name: string;
            readonly server_url: string;
            readonly slug: string;
            /** @enum {string} */
            readonly transport: "streamable_http" | "sse";
        };
        readonly McpCatalogueEntryPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["McpCatalogueEntry"][];
        };
        readonly McpDiscovery: {
            readonly auth_message: string | null;
            readonly auth_required: boolean;
            readonly authorization_url: string | null;
            /** @description tools of the server that can not be taken over */
            readonly refused: readonly {
                readonly name: string;
                readonly reason: string;
            }[];
            readonly tools: readonly {
                /** @description the server’s own hints, which lower no policy */
                readonly annotations: {
                    readonly [key: string]: unknown;
                };
                readonly description: string;
                readonly input_schema: {
                    readonly [key: string]: unknown;
                };
                readonly name: string;
                readonly title: string | null;
            }[];
        };
        readonly McpServer: {
            readonly api_key_header_name: string | null;
            /** @enum {string} */
            readonly api_key_strategy: "bearer" | "header" | "query";
            readonly auth_message: string | null;
            /** @enum {string} */
            readonly auth_status: "authorized" | "needs_authorization" | "failed";
            /** @enum {string} */
            readonly auth_type: "none" | "api_key" | "oauth";
            readonly client_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly deleted?: boolean;
            readonly description: string;
            readonly enabled: boolean;
            /** Format: uuid */
            readonly id: string;
            readonly last_refreshed: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            readonly server_url: string;
            /** @description what the names of its tools begin with, as models are offered them */
            readonly slug: string;
            /** @description tools that the server has, whether they are allowed or not */
            readonly tool_count: number;
            /** @enum {string} */
            readonly transport: "auto" | "streamable_http" | "sse";
        };
        readonly McpServerFailedError: {
            readonly detail: {
                readonly mcpServerFailedError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "MCP_SERVER_FAILED";
            };
        };
        readonly McpServerPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["McpServer"][];
        };
        readonly McpTool: {
            readonly change: components["schemas"]["McpToolChange"] | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly deleted?: boolean;
            readonly description: string;
            readonly enabled: boolean;
            /** Format: uuid */
            readonly id: string;
            readonly input_schema: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            /** @description what models call it; it never changes */
            readonly offered_name: string;
            /** @description an editor’s mark that calls change nothing; what the server says does not count */
            readonly read_only: boolean;
            /**
             * @description active: as it was allowed; new: not allowed yet; changed: blocked until somebody accepts what it has become; gone: the server does not list it
             * @enum {string}
             */
            readonly status: "active" | "new" | "changed" | "gone";
            /** Format: uuid */
            readonly task_mcp_server_id: string;
            /** @description what the server calls it */
            readonly tool_name: string;
            readonly unfit: string | null;
        };
        readonly McpToolAlreadyExistsError: {
            readonly detail: {
                readonly mcpToolAlreadyExistsError?: Record<string, never>;
                readonly message: string;
                /** @constant */
                readonly reason: "MCP_TOOL_ALREADY_EXISTS";
            };
        };
        readonly McpToolChange: {
            readonly after: components["schemas"]["McpToolDefinition"];
            readonly before: components["schemas"]["McpToolDefinition"];
        };
        readonly McpToolDefinition: {
            readonly annotations: {
                readonly [key: string]: unknown;
            };
            readonly description: string;
            readonly input_schema: {
                readonly [key: string]: unknown;
            };
            readonly output_schema: {
                readonly [key: string]: unknown;
            } | null;
            readonly title: string | null;
        };
        readonly McpToolPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["McpTool"][];
        };
        readonly Member: {
            readonly avatar_url: string | null;
            /** @description `<subject_type>:<subject_id>`; subject types are user, organization and project */
            readonly member: string;
            readonly name: string;
            /** @description roles held directly on the resource */
            readonly roles: readonly string[];
            /** @description how many users the member stands for */
            readonly total_subjects: number;
        };
        readonly MemberPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Member"][];
        };
        readonly Model: {
            readonly alias: string | null;
            /** @description the same of input tokens that go into it */
            readonly cache_write_price: string;
            /** @description the same of input tokens that come from the provider's cache */
            readonly cached_input_price: string;
            readonly context_window: number | null;
            readonly description: string;
            /** Format: uuid */
            readonly id: string;
            /** @description credits per million input tokens, exact decimal */
            readonly input_price: string;
            readonly name: string;
            readonly output_modalities: readonly string[];
            /** @description credits per million output tokens, exact decimal */
            readonly output_price: string;
            readonly provider: string;
            readonly retired: boolean;
            readonly supports_tools: boolean;
            readonly supports_vision: boolean;
            readonly vendor: string;
        };
        readonly ModelContextLengthError: {
            readonly detail: {
                readonly message: string;
                readonly modelContextLengthError?: Record<string, never>;
                /** @constant */
                readonly reason: "MODEL_CONTEXT_LENGTH";
            };
        };
        readonly ModelExcludedError: {
            readonly detail: {
                readonly message: string;
                readonly modelExcludedError?: Record<string, never>;
                /** @constant */
                readonly reason: "MODEL_EXCLUDED";
            };
        };
        readonly ModelExclusion: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            /** Format: uuid */
            readonly id: string;
            readonly model_name: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            /** Format: uuid */
            readonly org_id: string;
            readonly project_id: string | null;
            readonly reason: string | null;
            /** @description what it names: model_id, provider or vendor */
            readonly rule_type: string;
            /** @description whose rule it is: organization or project */
            readonly scope: string;
            /** @description id of a model, or name of a provider or vendor */
            readonly value: string;
        };
        readonly ModelExclusionPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["ModelExclusion"][];
        };
        readonly ModelInvalidAnswerError: {
            readonly detail: {
                readonly message: string;
                readonly modelInvalidAnswerError?: Record<string, never>;
                /** @constant */
                readonly reason: "MODEL_INVALID_ANSWER";
            };
        };
        readonly ModelNotConfiguredError: {
            readonly detail: {
                readonly message: string;
                readonly modelNotConfiguredError?: Record<string, never>;
                /** @constant */
                readonly reason: "MODEL_NOT_CONFIGURED";
            };
        };
        readonly ModelRateLimitedError: {
            readonly detail: {
                readonly message: string;
                readonly modelRateLimitedError?: Record<string, never>;
                /** @constant */
                readonly reason: "MODEL_RATE_LIMITED";
            };
        };
        readonly ModelRejectedError: {
            readonly detail: {
                readonly message: string;
                readonly modelRejectedError?: Record<string, never>;
                /** @constant */
                readonly reason: "MODEL_REJECTED";
            };
        };
        readonly ModelSilentError: {
            readonly detail: {
                readonly message: string;
                readonly modelSilentError?: Record<string, never>;
                /** @constant */
                readonly reason: "MODEL_SILENT";
            };
        };
        readonly ModelUnauthorizedError: {
            readonly detail: {
                readonly message: string;
                readonly modelUnauthorizedError?: Record<string, never>;
                /** @constant */
                readonly reason: "MODEL_UNAUTHORIZED";
            };
        };
        readonly ModelUnavailableError: {
            readonly detail: {
                readonly message: string;
                readonly modelUnavailableError?: Record<string, never>;
                /** @constant */
                readonly reason: "MODEL_UNAVAILABLE";
            };
        };
        readonly ModelWarning: {
            readonly message: string;
            readonly setting: string | null;
            /** @description unsupported, compatibility, deprecated or other: what was left out of a model call or changed; cut_off: the answer is not whole */
            readonly type: string;
        };
        readonly MultipleRolesNotAllowedError: {
            readonly detail: {
                readonly message: string;
                readonly multipleRolesNotAllowedError?: Record<string, never>;
                /** @constant */
                readonly reason: "MULTIPLE_ROLES_NOT_ALLOWED";
            };
        };
        readonly NewApiKey: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            /** Format: uuid */
            readonly id: string;
            readonly last_used: string | null;
            readonly name: string;
            /** @description the first characters of the value */
            readonly prefix: string;
            readonly revoked: string | null;
            readonly scopes: readonly string[] | null;
            /** @description the key itself; shown only here */
            readonly value: string;
        };
        readonly NothingToRollBackError: {
            readonly detail: {
                readonly message: string;
                readonly nothingToRollBackError?: Record<string, never>;
                /** @constant */
                readonly reason: "NOTHING_TO_ROLL_BACK";
            };
        };
        readonly NothingToSyncError: {
            readonly detail: {
                readonly message: string;
                readonly nothingToSyncError?: Record<string, never>;
                /** @constant */
                readonly reason: "NOTHING_TO_SYNC";
            };
        };
        readonly OAuthClient: {
            readonly access_token_type: string;
            /** Format: uuid */
            readonly client_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly grant_types: readonly string[];
            /** Format: uuid */
            readonly id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            readonly pkce_challenge_method: string;
            readonly pkce_required: boolean;
            readonly profile: string | null;
            /** Format: uuid */
            readonly project_id: string;
            readonly redirect_uris: readonly string[];
            readonly scopes: string | null;
            readonly token_endpoint_auth_method: string;
        };
        readonly OauthClientHasNoSecretError: {
            readonly detail: {
                readonly message: string;
                readonly oauthClientHasNoSecretError?: Record<string, never>;
                /** @constant */
                readonly reason: "OAUTH_CLIENT_HAS_NO_SECRET";
            };
        };
        readonly OAuthClientMetadata: {
            readonly client_id: string;
            readonly client_name: string;
            readonly client_uri: string;
            readonly grant_types: readonly string[];
            readonly redirect_uris: readonly string[];
            readonly response_types: readonly string[];
            readonly token_endpoint_auth_method: string;
        };
        readonly OAuthClientPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["OAuthClient"][];
        };
        readonly OAuthClientWithSecret: {
            readonly access_token_type: string;
            /** Format: uuid */
            readonly client_id: string;
            readonly client_secret: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly grant_types: readonly string[];
            /** Format: uuid */
            readonly id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            readonly pkce_challenge_method: string;
            readonly pkce_required: boolean;
            readonly profile: string | null;
            /** Format: uuid */
            readonly project_id: string;
            readonly redirect_uris: readonly string[];
            readonly scopes: string | null;
            readonly token_endpoint_auth_method: string;
        };
        readonly OAuthGrant: {
            /** Format: uuid */
            readonly client_id: string;
            readonly client_name: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly granted: string;
            /** @description name of the organization whose client it is */
            readonly organization: string;
            /** @description name of its project */
            readonly project: string;
            readonly scopes: readonly string[];
        };
        readonly Organization: {
            readonly account?: {
                readonly credits: number;
                /** Format: uuid */
                readonly id: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC
                 */
                readonly modified: string;
                /** Format: uuid */
                readonly org_id: string;
            };
            readonly auto_topup_config?: {
                readonly [key: string]: unknown;
            };
            readonly avatar_url: string | null;
            readonly contact_email: string;
            /** Format: uuid */
            readonly id: string;
            readonly low_credit_alerts?: boolean;
            readonly name: string;
            readonly plan?: string;
            readonly plan_interval?: string;
            readonly plan_status?: string;
            readonly public_metadata: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly trial_ends_at?: string;
            readonly usage_based_pricing_enabled?: boolean;
        };
        readonly OrganizationInviteAlreadyExistsError: {
            readonly detail: {
                readonly message: string;
                readonly organizationInviteAlreadyExistsError?: Record<string, never>;
                /** @constant */
                readonly reason: "ORGANIZATION_INVITE_ALREADY_EXISTS";
            };
        };
        readonly OrganizationMemberAlreadyExistsError: {
            readonly detail: {
                readonly message: string;
                readonly organizationMemberAlreadyExistsError?: Record<string, never>;
                /** @constant */
                readonly reason: "ORGANIZATION_MEMBER_ALREADY_EXISTS";
            };
        };
        readonly OrganizationNameAlreadyExistsError: {
            readonly detail: {
                readonly message: string;
                readonly organizationNameAlreadyExistsError?: Record<string, never>;
                /** @constant */
                readonly reason: "ORGANIZATION_NAME_ALREADY_EXISTS";
            };
        };
        readonly OwnProfile: {
            readonly avatar_url: string | null;
            readonly bio: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly email?: string;
            readonly email_verified?: boolean;
            /** Format: uuid */
            readonly id: string;
            readonly job_role: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            readonly subscribed_to_newsletter: boolean;
        };
        readonly Pagination: {
            readonly has_next: boolean;
            readonly next_cursor: string | null;
            readonly page_limit: number;
        };
        readonly Partner: {
            readonly avatar_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly description: string;
            /** Format: uuid */
            readonly id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
        };
        readonly PartnerPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Partner"][];
        };
        readonly PermissionCheckFailedError: {
            readonly detail: {
                readonly message: string;
                readonly permissionCheckFailedError?: Record<string, never>;
                /** @constant */
                readonly reason: "PERMISSION_CHECK_FAILED";
            };
        };
        readonly Project: {
            readonly avatar_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            /** Format: uuid */
            readonly id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            /** Format: uuid */
            readonly org_id: string;
        };
        readonly ProjectConfig: {
            readonly chat_guardrails: {
                readonly input: readonly string[];
                readonly output: readonly string[];
            };
            readonly chat_system_commands: readonly string[];
            /** @description how many pieces of knowledge a search brings; 4 by default */
            readonly knn: number;
            readonly llm: string | null;
            /** @description whether a search also asks in other words */
            readonly query_expansion: boolean;
            readonly temperature: number | null;
        };
        readonly ProjectCounts: {
            /** @description by kind and state, what is not over and the caller may see */
            readonly counts: {
                readonly [key: string]: {
                    readonly [key: string]: number;
                };
            };
        };
        readonly ProjectPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Project"][];
        };
        readonly ProjectStreamAgentRun: {
            readonly data: {
                /** Format: uuid */
                readonly id: string;
                readonly status: string;
                /** Format: uuid */
                readonly task_agent_id: string;
                readonly waiting_for: components["schemas"]["WaitingFor"] | null;
            };
            /** @constant */
            readonly event: "agent_run";
            readonly id?: string;
        };
        readonly ProjectStreamApprovalRequest: {
            readonly data: {
                /** Format: uuid */
                readonly id: string;
                readonly status: string;
                /** Format: uuid */
                readonly task_agent_id: string;
                /** Format: uuid */
                readonly task_agent_run_id: string;
            };
            /** @constant */
            readonly event: "approval_request";
            readonly id?: string;
        };
        readonly ProjectStreamCounts: {
            readonly data: {
                /** @description by kind and state, what is not over and the caller may see */
                readonly counts: {
                    readonly [key: string]: {
                        readonly [key: string]: number;
                    };
                };
                readonly resumed?: boolean;
            };
            /** @constant */
            readonly event: "counts";
            readonly id?: string;
        };
        readonly ProjectStreamDocument: {
            readonly data: {
                /** Format: uuid */
                readonly document_id: string;
                /** Format: uuid */
                readonly id: string;
                readonly status: string;
                readonly waiting_for: components["schemas"]["WaitingFor"] | null;
            };
            /** @constant */
            readonly event: "document";
            readonly id?: string;
        };
        readonly ProjectStreamEvent: components["schemas"]["ProjectStreamCounts"] | components["schemas"]["ProjectStreamAgentRun"] | components["schemas"]["ProjectStreamTaskRun"] | components["schemas"]["ProjectStreamDocument"] | components["schemas"]["ProjectStreamSourceRun"] | components["schemas"]["ProjectStreamApprovalRequest"] | components["schemas"]["ProjectStreamProvisioning"];
        readonly ProjectStreamProvisioning: {
            readonly data: {
                /** Format: uuid */
                readonly id: string;
                readonly status: string;
                /** Format: uuid */
                readonly task_agent_id: string;
                /** Format: uuid */
                readonly task_agent_revision_id: string;
            };
            /** @constant */
            readonly event: "provisioning";
            readonly id?: string;
        };
        readonly ProjectStreamSourceRun: {
            readonly data: {
                /** Format: uuid */
                readonly id: string;
                /** Format: uuid */
                readonly knowledge_source_id: string;
                readonly status: string;
                readonly waiting_for: components["schemas"]["WaitingFor"] | null;
            };
            /** @constant */
            readonly event: "source_run";
            readonly id?: string;
        };
        readonly ProjectStreamTaskRun: {
            readonly data: {
                /** Format: uuid */
                readonly id: string;
                readonly status: string;
                /** Format: uuid */
                readonly task_id: string;
                readonly waiting_for: components["schemas"]["WaitingFor"] | null;
            };
            /** @constant */
            readonly event: "task_run";
            readonly id?: string;
        };
        readonly Provisioning: {
            readonly checked: string | null;
            readonly dependency: {
                readonly [key: string]: unknown;
            };
            /** Format: uuid */
            readonly id: string;
            readonly next_step: string | null;
            readonly required: boolean;
            readonly resource: {
                /** Format: uuid */
                readonly id: string;
                readonly type: string;
            } | null;
            /** Format: uuid */
            readonly skill_id: string;
            /** Format: uuid */
            readonly skill_revision_id: string;
            /**
             * @description pending until it was looked at
             * @enum {string}
             */
            readonly status: "pending" | "provisioned" | "needs_authorization" | "missing" | "failed";
        };
        readonly QueryResult: {
            readonly answer: string | null;
            readonly citations: readonly {
                /** Format: uuid */
                readonly chunk_id: string;
                /** Format: uuid */
                readonly document_id: string;
                readonly page: number | null;
                /** @description letter by letter as it stands in the passage, which was checked */
                readonly quote: string;
                readonly title: string;
            }[];
            readonly found: boolean | null;
            /** @description passages, the best first */
            readonly results: readonly {
                /** @description share of the words of the query that stand in it, rare ones counting more */
                readonly coverage: number;
                /** Format: uuid */
                readonly document_id: string;
                readonly heading_path: readonly string[];
                /** Format: uuid */
                readonly id: string;
                readonly page: number | null;
                /** @description its place in the document, from 0 */
                readonly position: number;
                readonly rerank_score: number | null;
                /** @description above 0 and at most 1; 1 where it is the first by meaning and by words */
                readonly score: number;
                readonly similarity: number | null;
                readonly text: string;
                /** @description title of the document */
                readonly title: string;
                readonly token_count: number;
            }[];
        };
        readonly QueryTimedOutError: {
            readonly detail: {
                readonly message: string;
                readonly queryTimedOutError?: Record<string, never>;
                /** @constant */
                readonly reason: "QUERY_TIMED_OUT";
            };
        };
        readonly RangeNotSatisfiableError: {
            readonly detail: {
                readonly message: string;
                readonly rangeNotSatisfiableError?: Record<string, never>;
                /** @constant */
                readonly reason: "RANGE_NOT_SATISFIABLE";
            };
        };
        readonly RateLimitedError: {
            readonly detail: {
                readonly message: string;
                readonly rateLimitedError?: Record<string, never>;
                /** @constant */
                readonly reason: "RATE_LIMITED";
            };
        };
        readonly Readiness: {
            readonly checks: {
                readonly database: {
                    readonly detail?: string;
                    readonly ok: boolean;
                };
                readonly temporal: {
                    readonly detail?: string;
                    readonly ok: boolean;
                };
                readonly worker: {
                    readonly detail?: string;
                    readonly ok: boolean;
                };
            };
            /** @description ready or not_ready */
            readonly status: string;
        };
        readonly RefreshedMcpServer: {
            readonly api_key_header_name: string | null;
            /** @enum {string} */
            readonly api_key_strategy: "bearer" | "header" | "query";
            readonly auth_message: string | null;
            /** @enum {string} */
            readonly auth_status: "authorized" | "needs_authorization" | "failed";
            /** @enum {string} */
            readonly auth_type: "none" | "api_key" | "oauth";
            readonly changes: {
                readonly added: readonly string[];
                readonly changed: readonly string[];
                readonly gone: readonly string[];
                readonly returned: readonly string[];
            } | null;
            readonly client_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly deleted?: boolean;
            readonly description: string;
            readonly enabled: boolean;
            /** Format: uuid */
            readonly id: string;
            readonly last_refreshed: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            readonly server_url: string;
            /** @description what the names of its tools begin with, as models are offered them */
            readonly slug: string;
            /** @description tools that the server has, whether they are allowed or not */
            readonly tool_count: number;
            /** @enum {string} */
            readonly transport: "auto" | "streamable_http" | "sse";
        };
        readonly RequestTooSlowError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "REQUEST_TOO_SLOW";
                readonly requestTooSlowError?: Record<string, never>;
            };
        };
        readonly ResourceNotFoundError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "RESOURCE_NOT_FOUND";
                readonly resourceNotFoundError?: Record<string, never>;
            };
        };
        readonly RunEndedError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "RUN_ENDED";
                readonly runEndedError?: Record<string, never>;
            };
        };
        readonly RunError: {
            readonly message: string;
            readonly reason: string;
        };
        readonly RunEvent: {
            readonly approval_request_id: string | null;
            /** @description user, agent, tool or system */
            readonly author: string;
            readonly content: string | null;
            readonly error_message: string | null;
            readonly event_type: string;
            /** @description the event's number in its run */
            readonly id: string;
            /** @description what else the stream's event carries: `tool_name` and `expires_at` of `approval_required`, … */
            readonly payload: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly timestamp: string;
            readonly tool_calls: readonly {
                readonly arguments: unknown;
                /**
                 * Format: uuid
                 * @description the run that answers the call, once that begins
                 */
                readonly child_run_id?: string;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
            }[];
            readonly tool_results: readonly {
                /**
                 * Format: uuid
                 * @description the run that answers the call, once that begins
                 */
                readonly child_run_id?: string;
                readonly outcome: string;
                readonly result: unknown;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
            }[];
        };
        readonly RunEvents: {
            readonly events: readonly components["schemas"]["RunEvent"][];
            readonly pagination?: {
                readonly has_next: boolean;
                readonly next_cursor: string | null;
                readonly page_limit: number;
            };
            /** Format: uuid */
            readonly run_id: string;
            /** Format: uuid */
            readonly session_id: string;
        };
        readonly RunNotWaitingError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "RUN_NOT_WAITING";
                readonly runNotWaitingError?: Record<string, never>;
            };
        };
        readonly RunStreamApprovalDecided: {
            readonly data: {
                /** Format: uuid */
                readonly approval_request_id: string;
                readonly decided_by: string | null;
                readonly decision_note: string | null;
                /** @description approved, rejected or expired */
                readonly status: string;
                readonly tool_call_id: string | null;
            };
            /** @constant */
            readonly event: "approval_decided";
            readonly id?: string;
        };
        readonly RunStreamApprovalRequired: {
            readonly data: {
                /** Format: uuid */
                readonly approval_request_id: string;
                readonly arguments: unknown;
                /** @description what is known of a call of which it is unclear whether it happened */
                readonly evidence?: string;
                readonly expires_at: string | null;
                /** @description what is asked where it is not whether a call may be made: whether one happened, or for more credits */
                readonly kind?: "confirm_effect" | "budget";
                readonly tool_call_id: string | null;
                readonly tool_name: string;
                readonly tool_type: string;
            };
            /** @constant */
            readonly event: "approval_required";
            readonly id?: string;
        };
        readonly RunStreamCallParked: {
            /** @description a call waits without having been made; it is made when what it waits for is mended */
            readonly data: {
                /** @description what is missing, who can mend it and where */
                readonly detail: string;
                /** @description reconnect: a connection has to be authorised; tool_change: a tool has to be accepted */
                readonly kind: string;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
                /**
                 * Format: uuid
                 * @description the connection or tool
                 */
                readonly waits_on: string;
            };
            /** @constant */
            readonly event: "call_parked";
            readonly id?: string;
        };
        readonly RunStreamDone: {
            readonly data: {
                readonly output: string | null;
                /** Format: uuid */
                readonly run_id: string;
                /** Format: uuid */
                readonly session_id: string;
                readonly status: string;
                readonly usage: {
                    readonly charged_credits: string;
                    /** @description whether a part of tokens and credits is estimated: a model call ended before its provider counted them */
                    readonly estimated: boolean;
                    readonly input_tokens: number;
                    readonly output_tokens: number;
                    readonly total_tokens: number;
                };
            };
            /** @constant */
            readonly event: "done";
            readonly id?: string;
        };
        readonly RunStreamError: {
            readonly data: components["schemas"]["RunError"];
            /** @constant */
            readonly event: "error";
            readonly id?: string;
        };
        readonly RunStreamEvent: components["schemas"]["RunStreamSessionId"] | components["schemas"]["RunStreamText"] | components["schemas"]["RunStreamTurnRestarted"] | components["schemas"]["RunStreamSkillActivated"] | components["schemas"]["RunStreamToolCall"] | components["schemas"]["RunStreamToolProgress"] | components["schemas"]["RunStreamToolResult"] | components["schemas"]["RunStreamApprovalRequired"] | components["schemas"]["RunStreamApprovalDecided"] | components["schemas"]["RunStreamCallParked"] | components["schemas"]["RunStreamFormattedOutput"] | components["schemas"]["RunStreamError"] | components["schemas"]["RunStreamDone"];
        readonly RunStreamFormattedOutput: {
            readonly data: {
                readonly formatted_output: unknown;
            };
            /** @constant */
            readonly event: "formatted_output";
            readonly id?: string;
        };
        readonly RunStreamSessionId: {
            readonly data: {
                /** Format: uuid */
                readonly run_id: string;
                /** Format: uuid */
                readonly session_id: string;
            };
            /** @constant */
            readonly event: "session_id";
            readonly id?: string;
        };
        readonly RunStreamSkillActivated: {
            /** @description the run has loaded a skill for the first time */
            readonly data: {
                /** @description its name */
                readonly skill: string;
                /** Format: uuid */
                readonly skill_id: string;
                /** Format: uuid */
                readonly skill_revision_id: string;
                /** Format: uuid */
                readonly tool_call_id: string;
            };
            /** @constant */
            readonly event: "skill_activated";
            readonly id?: string;
        };
        readonly RunStreamText: {
            /** @description a piece of what the agent says */
            readonly data: {
                readonly attempt?: number;
                readonly text: string;
                readonly turn: number;
            };
            /** @constant */
            readonly event: "text";
            readonly id?: string;
        };
        readonly RunStreamToolCall: {
            readonly data: {
                readonly arguments: unknown;
                /**
                 * Format: uuid
                 * @description the run that answers the call, once that begins
                 */
                readonly child_run_id?: string;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
                readonly tool_type: string;
            };
            /** @constant */
            readonly event: "tool_call";
            readonly id?: string;
        };
        readonly RunStreamToolProgress: {
            /** @description how far a call has come, as the other side says; at most one a second, and not all */
            readonly data: {
                readonly message?: string;
                readonly progress: number;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
                readonly total?: number;
            };
            /** @constant */
            readonly event: "tool_progress";
            readonly id?: string;
        };
        readonly RunStreamToolResult: {
            readonly data: {
                /**
                 * Format: uuid
                 * @description the run that answers the call, once that begins
                 */
                readonly child_run_id?: string;
                readonly outcome: string;
                readonly result: unknown;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
            };
            /** @constant */
            readonly event: "tool_result";
            readonly id?: string;
        };
        readonly RunStreamTurnRestarted: {
            /** @description what the turn said so far is void */
            readonly data: {
                readonly attempt?: number;
                readonly turn: number;
            };
            /** @constant */
            readonly event: "turn_restarted";
            readonly id?: string;
        };
        readonly ScheduleTrigger: {
            /**
             * @description times that nothing looked for within a minute: skip starts none of them, once the last one, all the last 100 in their order. once at first
             * @enum {string}
             */
            readonly catch_up: "skip" | "once" | "all";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            /** @description in whose name its runs are: `<subject_type>:<subject_id>` */
            readonly created_by: string;
            /** @description five plain cron fields (minute, hour, day of the month, month, day of the week), or an ISO 8601 duration from one time to the next, PT1M at least */
            readonly cron_expression: string;
            readonly deleted?: boolean;
            readonly description: string;
            readonly endpoint: string | null;
            /** @description whether `expires_at` is over, so that it does not come any more */
            readonly expired: boolean;
            readonly expires_at: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly last_fired: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            readonly next_run: string | null;
            /**
             * @description allow: each time starts a run; skip: none while one that it started has not ended. allow at first
             * @enum {string}
             */
            readonly overlap: "allow" | "skip";
            readonly paused_because: {
                readonly message: string;
                readonly reason: string;
            } | null;
            /** @enum {string} */
            readonly status: "active" | "paused";
            /** Format: uuid */
            readonly target_id: string;
            /** @enum {string} */
            readonly target_type: "task" | "task_agent";
            readonly task_agent_revision_id: string | null;
            /** @description what each run is run on: a task's input, or an agent's `message` alone */
            readonly task_input: {
                readonly [key: string]: unknown;
            };
            /** @description time zone of the IANA database that the fields are meant in; UTC at first */
            readonly timezone: string;
            /** @enum {string} */
            readonly type: "webhook" | "schedule";
        };
        readonly SentenceError: {
            readonly detail: string;
        };
        readonly Session: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            /** Format: uuid */
            readonly id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly run_count: number;
            /** Format: uuid */
            readonly task_agent_id: string;
            /** Format: uuid */
            readonly task_agent_revision_id: string;
            readonly title: string;
        };
        readonly SessionBusyError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "SESSION_BUSY";
                readonly sessionBusyError?: Record<string, never>;
            };
        };
        readonly SessionPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Session"][];
        };
        readonly SessionRevisionMismatchError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "SESSION_REVISION_MISMATCH";
                readonly sessionRevisionMismatchError?: Record<string, never>;
            };
        };
        readonly SessionWithRuns: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            /** Format: uuid */
            readonly id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly run_count: number;
            readonly runs: readonly components["schemas"]["AgentRun"][];
            /** Format: uuid */
            readonly task_agent_id: string;
            /** Format: uuid */
            readonly task_agent_revision_id: string;
            readonly title: string;
        };
        readonly SignUpClosedError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "SIGN_UP_CLOSED";
                readonly signUpClosedError?: Record<string, never>;
            };
        };
        readonly Skill: {
            /** Format: uuid */
            readonly active_revision_id: string;
            readonly catalog_source: string | null;
            readonly compatibility: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly deleted?: boolean;
            readonly description: string;
            readonly display_name: string;
            /** Format: uuid */
            readonly id: string;
            readonly license: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly slug: string;
            /** @enum {string} */
            readonly source: "global" | "project";
            readonly tags: readonly string[];
        };
        readonly SkillAlreadyExistsError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "SKILL_ALREADY_EXISTS";
                readonly skillAlreadyExistsError?: Record<string, never>;
            };
        };
        readonly SkillContent: {
            readonly active: boolean;
            readonly annotation: string | null;
            readonly assets: {
                readonly [key: string]: {
                    /** @description base64 */
                    readonly content: string;
                    readonly media_type: string;
                    /** @description bytes */
                    readonly size: number;
                };
            };
            readonly capabilities: {
                /** @description each `{type, required, …}`: `tool` with `name`; `integration` with `integration_type`; `mcp_server` with `server_url` or `slug`, and `name`; `mcp_tool` with the same and `tool_name` */
                readonly dependencies: readonly {
                    readonly [key: string]: unknown;
                }[];
                /** @description 1 */
                readonly schema_version: number;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            /** Format: uuid */
            readonly id: string;
            readonly instructions: string;
            readonly reference_docs: {
                readonly [key: string]: string;
            };
            /** Format: uuid */
            readonly skill_id: string;
            readonly skill_metadata: {
                readonly [key: string]: unknown;
            };
        };
        readonly SkillCount: {
            readonly name: string;
            readonly skill_count: number;
        };
        readonly SkillCountPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["SkillCount"][];
        };
        readonly SkillPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Skill"][];
        };
        readonly SkillRevision: {
            readonly active: boolean;
            readonly annotation: string | null;
            readonly assets: {
                readonly [key: string]: {
                    readonly media_type: string;
                    /** @description bytes */
                    readonly size: number;
                };
            };
            readonly capabilities: {
                /** @description each `{type, required, …}`: `tool` with `name`; `integration` with `integration_type`; `mcp_server` with `server_url` or `slug`, and `name`; `mcp_tool` with the same and `tool_name` */
                readonly dependencies: readonly {
                    readonly [key: string]: unknown;
                }[];
                /** @description 1 */
                readonly schema_version: number;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            /** Format: uuid */
            readonly id: string;
            readonly instructions: string;
            readonly reference_docs: {
                readonly [key: string]: string;
            };
            /** Format: uuid */
            readonly skill_id: string;
            readonly skill_metadata: {
                readonly [key: string]: unknown;
            };
        };
        readonly SourceRun: {
            /** @description documents that were made */
            readonly added: number;
            /** @description documents whose bytes are others now */
            readonly changed: number;
            readonly completed: string | null;
            /** @description web: urls, max_crawl_depth, max_pages, include_paths, exclude_paths; s3: bucket, prefix, endpoint, region, access_key_id, paths; git: repository_url, branch, username, paths; folder: folder, paths */
            readonly config: {
                /** @description its secret is given as `secret` */
                readonly access_key_id?: string;
                /** @description the one that the repository has checked out where it is empty */
                readonly branch?: string;
                /** @description name of the bucket */
                readonly bucket?: string;
                /** @description address of the server; that of AWS where it is empty */
                readonly endpoint?: string;
                /** @description beginnings of paths that are left out */
                readonly exclude_paths?: readonly string[];
                /** @description absolute path, within a folder that KNOWLEDGE_FOLDERS opens to the organization */
                readonly folder?: string;
                /** @description beginnings of paths that are taken; all where there are none */
                readonly include_paths?: readonly string[];
                /** @description links that a page may be away from where the crawl begins; 0 takes those pages alone */
                readonly max_crawl_depth?: number;
                /** @description most addresses that a run visits */
                readonly max_pages?: number;
                /** @description patterns such as `docs/**\/*.md`, of which a file has to fit one; `!` before a pattern leaves out what fits it; all files where there are none */
                readonly paths?: readonly string[];
                /** @description beginning of the keys that are taken; empty for all */
                readonly prefix?: string;
                readonly region?: string;
                /** @description http or https address to clone from */
                readonly repository_url?: string;
                /** @description where a crawl begins; it keeps to the sites of these addresses */
                readonly urls?: readonly string[];
                /** @description what servers want beside a token, which is given as `secret` */
                readonly username?: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly error: components["schemas"]["RunError"] | null;
            /** @description what could not be had */
            readonly failed: number;
            /** Format: uuid */
            readonly id: string;
            readonly is_error: boolean;
            /** @enum {string} */
            readonly kind: "web" | "s3" | "git" | "folder";
            /** Format: uuid */
            readonly knowledge_source_id: string;
            /** @description what there is to know of the run as a whole */
            readonly notes: readonly string[];
            /** @description documents that went, since the source has them no more */
            readonly removed: number;
            /** @description what is no document, or is not to be taken */
            readonly skipped: number;
            readonly started: string | null;
            /** @enum {string} */
            readonly status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled";
            /** @description api or schedule */
            readonly trigger_type: string;
            /** @description what is as it was */
            readonly unchanged: number;
            readonly waiting_for: components["schemas"]["WaitingFor"] | null;
        };
        readonly SourceRunItem: {
            readonly document_id: string | null;
            /** Format: uuid */
            readonly id: string;
            /** @enum {string} */
            readonly outcome: "added" | "changed" | "removed" | "skipped" | "failed";
            readonly problem: components["schemas"]["RunError"] | null;
            /** @description address, key or path */
            readonly ref: string;
        };
        readonly SourceRunItemPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["SourceRunItem"][];
        };
        readonly SourceRunPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["SourceRun"][];
        };
        readonly StaleVersionError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "STALE_VERSION";
                readonly staleVersionError?: Record<string, never>;
            };
        };
        readonly SyncRunningError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "SYNC_RUNNING";
                readonly syncRunningError?: Record<string, never>;
            };
        };
        readonly Tag: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly description: string;
            /** Format: uuid */
            readonly id: string;
            readonly name: string;
            readonly parent_id: string | null;
        };
        readonly TagAlreadyExistsError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "TAG_ALREADY_EXISTS";
                readonly tagAlreadyExistsError?: Record<string, never>;
            };
        };
        readonly TagPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Tag"][];
        };
        readonly Task: {
            readonly access_token: string | null;
            readonly active_revisions: readonly {
                /** Format: uuid */
                readonly task_revision_id: string;
                readonly weight: number;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly deleted: boolean;
            readonly description: string;
            readonly enabled: boolean;
            readonly exposed_to_agents: boolean;
            /** Format: uuid */
            readonly id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            /** @description the leading active revision's */
            readonly output_modality: string;
            /** Format: uuid */
            readonly project_id: string;
            readonly public: boolean;
            /** @description newest first */
            readonly revisions: readonly components["schemas"]["TaskRevision"][];
            readonly tags: readonly string[];
            readonly task_run_visibility: string;
            readonly test: boolean;
        };
        readonly TaskCreate: {
            readonly access_token?: string | null;
            readonly annotation?: string | null;
            readonly description?: string;
            readonly enabled: boolean;
            readonly exposed_to_agents?: boolean;
            readonly fallback_llm_config?: {
                readonly frequency_penalty?: number | null;
                readonly include_thoughts?: boolean | null;
                readonly inference_geo?: ("global" | "us") | null;
                readonly max_tokens?: number | null;
                readonly media_resolution?: ("low" | "medium" | "high") | null;
                readonly min_p?: number | null;
                readonly parallel_tool_calls?: boolean | null;
                readonly presence_penalty?: number | null;
                readonly prompt_cache_key?: string | null;
                readonly prompt_cache_ttl?: ("30m" | "12h") | null;
                readonly prompt_caching?: boolean | null;
                readonly reasoning_effort?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max") | null;
                readonly reasoning_summary?: ("auto" | "concise" | "detailed") | null;
                readonly repetition_penalty?: number | null;
                readonly safety_threshold?: ("low" | "medium" | "high" | "none" | "off") | null;
                readonly seed?: number | null;
                readonly service_tier?: ("auto" | "default" | "flex" | "priority" | "standard" | "standard_only") | null;
                readonly stop?: readonly string[] | null;
                readonly temperature?: number | null;
                readonly thinking_budget?: number | null;
                readonly top_k?: number | null;
                readonly top_p?: number | null;
                readonly verbosity?: ("low" | "medium" | "high") | null;
            } | null;
            readonly fallback_llm_model_id?: string | null;
            /** @enum {string} */
            readonly file_input_mode?: "none" | "image" | "pdf" | "image_or_pdf" | "any";
            readonly image_required?: boolean;
            readonly input_processors?: readonly {
                readonly config?: {
                    readonly [key: string]: unknown;
                };
                /** @description name of an input processor */
                readonly input_processor: string;
                /** @description variable of the prompts whose value it makes */
                readonly param_name: string;
            }[];
            readonly llm_config?: {
                readonly frequency_penalty?: number | null;
                readonly include_thoughts?: boolean | null;
                readonly inference_geo?: ("global" | "us") | null;
                readonly max_tokens?: number | null;
                readonly media_resolution?: ("low" | "medium" | "high") | null;
                readonly min_p?: number | null;
                readonly parallel_tool_calls?: boolean | null;
                readonly presence_penalty?: number | null;
                readonly prompt_cache_key?: string | null;
                readonly prompt_cache_ttl?: ("30m" | "12h") | null;
                readonly prompt_caching?: boolean | null;
                readonly reasoning_effort?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max") | null;
                readonly reasoning_summary?: ("auto" | "concise" | "detailed") | null;
                readonly repetition_penalty?: number | null;
                readonly safety_threshold?: ("low" | "medium" | "high" | "none" | "off") | null;
                readonly seed?: number | null;
                readonly service_tier?: ("auto" | "default" | "flex" | "priority" | "standard" | "standard_only") | null;
                readonly stop?: readonly string[] | null;
                readonly temperature?: number | null;
                readonly thinking_budget?: number | null;
                readonly top_k?: number | null;
                readonly top_p?: number | null;
                readonly verbosity?: ("low" | "medium" | "high") | null;
            };
            /** @description id, name or alias of a model */
            readonly llm_model_id: string;
            readonly name: string;
            /** @description large images are scaled down before the model sees them */
            readonly optimise_images?: boolean;
            readonly output_format?: {
                readonly [key: string]: unknown;
            } | null;
            /**
             * @description json where an output_format is given, else text
             * @enum {string}
             */
            readonly output_modality?: "json" | "image" | "audio" | "pdf" | "text" | "csv";
            readonly public?: boolean;
            readonly rag?: components["schemas"]["TaskRag"] | null;
            /** @description each stands on one revision of the task: one that another revision has moves */
            readonly revision_tags?: readonly string[];
            readonly rotate_access_token?: boolean;
            readonly system_prompt: string;
            /** @description names or ids of tags; a new name becomes a tag */
            readonly tags?: readonly string[];
            readonly task_forwarder_id?: string | null;
            /** @enum {string} */
            readonly task_run_visibility?: "owner_only" | "editors_and_owners" | "all_viewers";
            /** @description of a new task or of the revision that an edit adds: made for a test and left out unless `include_tests` asks */
            readonly test?: boolean;
            readonly tool_choice?: ("auto" | "none" | "required") | null;
            /** @description may hold `{variable}` places */
            readonly user_prompt: string;
        };
        readonly TaskDisabledError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "TASK_DISABLED";
                readonly taskDisabledError?: Record<string, never>;
            };
        };
        readonly TaskPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Task"][];
        };
        readonly TaskRag: {
            /** Format: uuid */
            readonly collection_id: string;
            readonly rag_config?: {
                /** @description passages that each way of searching puts forward; 50 where it is left out, and no fewer than final_k */
                readonly candidate_k?: number;
                /** @description what the model is told to do with the passages, in place of our own words */
                readonly context_instruction?: string;
                /** @description passages that are kept of them; 8 where it is left out */
                readonly final_k?: number;
                /** @description shows the passages that the model was given in `run_data.sources` */
                readonly include_sources?: boolean;
                /** @description most passages that the model is given; final_k where it is left out */
                readonly max_context_chunks?: number;
                /** @description most tokens of passages that the model is given, as they are estimated; 4000 where it is left out */
                readonly max_context_tokens?: number;
                /**
                 * @description none searches with the text as it is; query has the model write a search query first
                 * @enum {string}
                 */
                readonly rewrite_mode?: "none" | "query";
            };
            /** @description variable whose value is looked up, and behind which the passages stand; where it is left out, the whole user prompt is looked up and they stand at its end */
            readonly rag_param?: string;
        };
        readonly TaskRevision: {
            readonly active: boolean;
            readonly annotation: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly fallback_llm_config: {
                readonly [key: string]: unknown;
            } | null;
            readonly fallback_llm_model_id: string | null;
            readonly file_input_mode: string;
            /** Format: uuid */
            readonly id: string;
            readonly image_required: boolean;
            readonly input_params: readonly string[];
            readonly input_processors: readonly {
                readonly [key: string]: unknown;
            }[];
            readonly llm_config: {
                readonly [key: string]: unknown;
            };
            /** Format: uuid */
            readonly llm_model_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly optimise_images: boolean;
            readonly output_format: {
                readonly [key: string]: unknown;
            } | null;
            readonly output_modality: string;
            readonly rag: {
                readonly [key: string]: unknown;
            } | null;
            readonly system_prompt: string;
            readonly tags: readonly {
                readonly name: string;
            }[];
            readonly task_forwarder_id: string | null;
            readonly test: boolean;
            readonly tool_choice: string | null;
            readonly user_prompt: string;
        };
        readonly TaskRevisionComparison: {
            readonly base: components["schemas"]["TaskRevision"];
            readonly differences: readonly components["schemas"]["Difference"][];
            readonly results: {
                readonly base: components["schemas"]["ComparedTotals"];
                /** @description the newest run of each for every input that both had, newest first */
                readonly pairs: readonly {
                    readonly base: components["schemas"]["ComparedRun"];
                    readonly input: {
                        readonly [key: string]: unknown;
                    };
                    readonly revision: components["schemas"]["ComparedRun"];
                    readonly same_response: boolean;
                }[];
                readonly revision: components["schemas"]["ComparedTotals"];
                /** @description pairs in which both answered the same */
                readonly same_responses: number;
            };
            readonly revision: components["schemas"]["TaskRevision"];
        };
        readonly TaskRun: {
            /** @description those of the input that went into it */
            readonly cache_write_tokens: number;
            /** @description those of the input that came from a provider's cache */
            readonly cached_input_tokens: number;
            /** @description exact decimal */
            readonly charged_credits: string;
            readonly completed: string | null;
            readonly context_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly error: components["schemas"]["RunError"] | null;
            readonly event_trigger_id?: string | null;
            readonly files: readonly {
                readonly media_type: string;
                readonly name: string;
                /** @description bytes */
                readonly size: number;
            }[];
            /** Format: uuid */
            readonly id: string;
            readonly input_tokens: number;
            readonly is_error: boolean;
            readonly llm_call_timing: number | null;
            readonly llm_retries: number;
            readonly output_tokens: number;
            /** @description those of the output that were thinking */
            readonly reasoning_tokens: number;
            readonly reference: string | null;
            readonly reporting_group_id: string | null;
            /** @description text, or the value itself where the modality is json */
            readonly response: unknown;
            /** @description `submitted`: the input as the model was given it; `<param>_preprocessed`: as it was sent, of each variable that was processed; `documents` that were read, `sources` and the `context` that were looked up, and the `rag_query` that a model wrote for it */
            readonly run_data: {
                readonly [key: string]: unknown;
            };
            readonly started: string | null;
            /** @description queued, running, completed, failed or cancelled */
            readonly status: string;
            readonly task: {
                readonly deleted: boolean;
                /** Format: uuid */
                readonly id: string;
                readonly name: string;
            };
            /** Format: uuid */
            readonly task_id: string;
            /** Format: uuid */
            readonly task_revision_id: string;
            readonly total_tokens: number;
            readonly trigger_id: string | null;
            /** @description api, task_agent (it answers an agent’s call), webhook or schedule */
            readonly trigger_type: string;
            /** @description whether a part of tokens and credits is estimated: a model call ended before its provider counted them */
            readonly usage_estimated: boolean;
            readonly used_fallback_model: boolean;
            readonly waiting_for: components["schemas"]["WaitingFor"] | null;
            /** @description what is to be known of the run's model calls, though they were answered; each once */
            readonly warnings: readonly components["schemas"]["ModelWarning"][];
        };
        readonly TaskRunPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["TaskRun"][];
        };
        readonly TaskRunReceipt: {
            /** @description calls that took effect before the stop */
            readonly done: readonly {
                readonly detail: string | null;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
            }[];
            readonly run: components["schemas"]["TaskRun"];
            /** @description what the run's model calls cost, those of its tasks and the one that was cut off included */
            readonly spent: {
                readonly charged_credits: string;
                /** @description whether a part of tokens and credits is estimated: a model call ended before its provider counted them */
                readonly estimated: boolean;
                readonly input_tokens: number;
                readonly output_tokens: number;
            };
            /** @description calls that did not happen any more */
            readonly stopped: readonly {
                readonly detail: string | null;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
            }[];
            /** @description calls of which nobody knows */
            readonly unknown: readonly {
                readonly detail: string | null;
                /** Format: uuid */
                readonly tool_call_id: string;
                readonly tool_name: string;
            }[];
        };
        readonly TaskServing: {
            readonly active_revisions: readonly {
                /** Format: uuid */
                readonly task_revision_id: string;
                readonly weight: number;
            }[];
            /** Format: uuid */
            readonly id: string;
            readonly restores: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly since: string;
            readonly until: string | null;
        };
        readonly TaskServingPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["TaskServing"][];
        };
        readonly TrialEndedError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "TRIAL_ENDED";
                readonly trialEndedError?: Record<string, never>;
            };
        };
        readonly Trigger: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            /** @description in whose name its runs are: `<subject_type>:<subject_id>` */
            readonly created_by: string;
            readonly deleted?: boolean;
            readonly description: string;
            readonly endpoint: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly last_fired: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            readonly next_run: string | null;
            readonly paused_because: {
                readonly message: string;
                readonly reason: string;
            } | null;
            /** @enum {string} */
            readonly status: "active" | "paused";
            /** Format: uuid */
            readonly target_id: string;
            /** @enum {string} */
            readonly target_type: "task" | "task_agent";
            readonly task_agent_revision_id: string | null;
            /** @enum {string} */
            readonly type: "webhook" | "schedule";
        };
        readonly TriggerEvent: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly duplicate_of: string | null;
            readonly error: components["schemas"]["RunError"] | null;
            /** Format: uuid */
            readonly id: string;
            readonly idempotency_key: string | null;
            readonly run_id: string | null;
            readonly scheduled_for: string | null;
            /**
             * @description accepted: its run is under way; completed, failed: as the run ended; duplicate: its key started a run before; rejected: nothing was started
             * @enum {string}
             */
            readonly status: "accepted" | "duplicate" | "rejected" | "completed" | "failed";
            /** Format: uuid */
            readonly trigger_id: string;
        };
        readonly TriggerEventPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["TriggerEvent"][];
        };
        readonly TriggerPage: {
            readonly pagination: components["schemas"]["Pagination"];
            readonly results: readonly components["schemas"]["Trigger"][];
        };
        readonly UnauthorizedError: {
            readonly error: {
                /** @constant */
                readonly code: 401;
                readonly message: string;
                /** @constant */
                readonly status: "Unauthorized";
            };
        };
        readonly UnknownAuthorizationError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "UNKNOWN_AUTHORIZATION";
                readonly unknownAuthorizationError?: Record<string, never>;
            };
        };
        readonly UnsupportedContentTypeError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "UNSUPPORTED_CONTENT_TYPE";
                readonly unsupportedContentTypeError?: Record<string, never>;
            };
        };
        readonly User: {
            readonly avatar_url: string | null;
            readonly bio: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly created: string;
            readonly email: string;
            readonly email_verified: boolean;
            /** Format: uuid */
            readonly id: string;
            readonly job_role: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly modified: string;
            readonly name: string;
            readonly subscribed_to_newsletter: boolean;
        };
        readonly UserAlreadyInvitedError: {
            readonly detail: {
                readonly message: string;
                /** @constant */
                readonly reason: "USER_ALREADY_INVITED";
                readonly userAlreadyInvitedError?: Record<string, never>;
            };
        };
        readonly ValidationError: {
            readonly detail: readonly {
                readonly loc: readonly (string | number)[];
                readonly msg: string;
                readonly type: string;
            }[];
        };
        readonly WaitingFor: {
            readonly detail: string;
            /** @description approval, budget, reconnect, tool_change, retry, held, worker, paused or equal_bytes */
            readonly kind: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            readonly since: string;
            readonly until: string | null;
        };
        readonly Whoami: {
            readonly api_key_id: string | null;
            readonly client_id: string | null;
            readonly email: string | null;
            /** @enum {string} */
            readonly kind: "api_key" | "user_session" | "client_credentials" | "authorization_code";
            /** @description the user's name, or the client's */
            readonly name: string;
            readonly org_id: string | null;
            readonly project_id: string | null;
            readonly scopes: readonly string[] | null;
            /** @description as whom the credential acts, `user:<id>` or `project:<id>` */
            readonly subject: string;
            readonly system_role: string | null;
            readonly user_id: string | null;
        };
    };
    responses: {
        /** @description MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE */
        readonly "400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"];
            };
        };
        /** @description MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_IMAGE */
        readonly "400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_IMAGE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidImageError"];
            };
        };
        /** @description MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_LINK */
        readonly "400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_LINK": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidLinkError"];
            };
        };
        /** @description MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, SentenceError */
        readonly "400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.SentenceError": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["SentenceError"];
            };
        };
        /** @description MALFORMED_CURSOR */
        readonly "400.MALFORMED_CURSOR": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedCursorError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER */
        readonly "400.MALFORMED_IDENTIFIER": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, INVALID_MEMBER, INVALID_SUBJECT_TYPE */
        readonly "400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["InvalidMemberError"] | components["schemas"]["InvalidSubjectTypeError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, INVALID_MEMBER, INVALID_SUBJECT_TYPE, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_ROLE, MULTIPLE_ROLES_NOT_ALLOWED */
        readonly "400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["InvalidMemberError"] | components["schemas"]["InvalidSubjectTypeError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidRoleError"] | components["schemas"]["MultipleRolesNotAllowedError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, DUPLICATE_TASK_NAME */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.DUPLICATE_TASK_NAME": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["DuplicateTaskNameError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_DOMAIN */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_DOMAIN": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidDomainError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_IMAGE */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_IMAGE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidImageError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_INVITE_CODE */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_INVITE_CODE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidInviteCodeError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_MEMBER, INVALID_SUBJECT_TYPE */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidMemberError"] | components["schemas"]["InvalidSubjectTypeError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_ROLE, MULTIPLE_ROLES_NOT_ALLOWED, ORGANIZATION_MEMBER_ALREADY_EXISTS, ORGANIZATION_INVITE_ALREADY_EXISTS */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED.ORGANIZATION_MEMBER_ALREADY_EXISTS.ORGANIZATION_INVITE_ALREADY_EXISTS": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidRoleError"] | components["schemas"]["MultipleRolesNotAllowedError"] | components["schemas"]["OrganizationMemberAlreadyExistsError"] | components["schemas"]["OrganizationInviteAlreadyExistsError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_SKILL */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_SKILL": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["InvalidSkillError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, MALFORMED_CURSOR */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.MALFORMED_CURSOR": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["MalformedCursorError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, MCP_AUTHORIZATION_FAILED */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.MCP_AUTHORIZATION_FAILED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["McpAuthorizationFailedError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, MCP_SERVER_FAILED */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.MCP_SERVER_FAILED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["McpServerFailedError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, ORGANIZATION_INVITE_ALREADY_EXISTS, ORGANIZATION_MEMBER_ALREADY_EXISTS */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.ORGANIZATION_INVITE_ALREADY_EXISTS.ORGANIZATION_MEMBER_ALREADY_EXISTS": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["OrganizationInviteAlreadyExistsError"] | components["schemas"]["OrganizationMemberAlreadyExistsError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, SentenceError */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.SentenceError": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedBodyError"] | components["schemas"]["UnsupportedContentTypeError"] | components["schemas"]["SentenceError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MALFORMED_CURSOR */
        readonly "400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["MalformedCursorError"];
            };
        };
        /** @description MALFORMED_IDENTIFIER, MCP_AUTHORIZATION_FAILED */
        readonly "400.MALFORMED_IDENTIFIER.MCP_AUTHORIZATION_FAILED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["MalformedIdentifierError"] | components["schemas"]["McpAuthorizationFailedError"];
            };
        };
        /** @description MCP_AUTHORIZATION_FAILED */
        readonly "400.MCP_AUTHORIZATION_FAILED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["McpAuthorizationFailedError"];
            };
        };
        /** @description UNKNOWN_AUTHORIZATION, AUTHORIZATION_FAILED */
        readonly "400.UNKNOWN_AUTHORIZATION.AUTHORIZATION_FAILED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["UnknownAuthorizationError"] | components["schemas"]["AuthorizationFailedError"];
            };
        };
        /** @description UnauthorizedError */
        readonly "401.UnauthorizedError": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description INSUFFICIENT_CREDITS, TRIAL_ENDED */
        readonly "402.INSUFFICIENT_CREDITS.TRIAL_ENDED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["InsufficientCreditsError"] | components["schemas"]["TrialEndedError"];
            };
        };
        /** @description CROSS_SITE_REQUEST */
        readonly "403.CROSS_SITE_REQUEST": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["CrossSiteRequestError"];
            };
        };
        /** @description PERMISSION_CHECK_FAILED */
        readonly "403.PERMISSION_CHECK_FAILED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PermissionCheckFailedError"];
            };
        };
        /** @description PERMISSION_CHECK_FAILED, CROSS_SITE_REQUEST */
        readonly "403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PermissionCheckFailedError"] | components["schemas"]["CrossSiteRequestError"];
            };
        };
        /** @description SIGN_UP_CLOSED */
        readonly "403.SIGN_UP_CLOSED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SignUpClosedError"];
            };
        };
        /** @description RESOURCE_NOT_FOUND */
        readonly "404.RESOURCE_NOT_FOUND": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ResourceNotFoundError"];
            };
        };
        /** @description REQUEST_TOO_SLOW */
        readonly "408.REQUEST_TOO_SLOW": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["RequestTooSlowError"];
            };
        };
        /** @description COLLECTION_EMPTY */
        readonly "409.COLLECTION_EMPTY": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["CollectionEmptyError"];
            };
        };
        /** @description DOCUMENT_NOT_READY, MODEL_EXCLUDED */
        readonly "409.DOCUMENT_NOT_READY.MODEL_EXCLUDED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["DocumentNotReadyError"] | components["schemas"]["ModelExcludedError"];
            };
        };
        /** @description DOMAIN_ALREADY_EXISTS */
        readonly "409.DOMAIN_ALREADY_EXISTS": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["DomainAlreadyExistsError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED */
        readonly "409.IDEMPOTENCY_KEY_REUSED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, APPROVAL_REQUEST_NOT_PENDING, ALREADY_DECIDED */
        readonly "409.IDEMPOTENCY_KEY_REUSED.APPROVAL_REQUEST_NOT_PENDING.ALREADY_DECIDED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["ApprovalRequestNotPendingError"] | components["schemas"]["AlreadyDecidedError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, APPROVAL_REQUEST_NOT_PENDING, ALREADY_DECIDED, ARGUMENTS_DIGEST_MISMATCH */
        readonly "409.IDEMPOTENCY_KEY_REUSED.APPROVAL_REQUEST_NOT_PENDING.ALREADY_DECIDED.ARGUMENTS_DIGEST_MISMATCH": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["ApprovalRequestNotPendingError"] | components["schemas"]["AlreadyDecidedError"] | components["schemas"]["ArgumentsDigestMismatchError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, DOCUMENT_NOT_FAILED */
        readonly "409.IDEMPOTENCY_KEY_REUSED.DOCUMENT_NOT_FAILED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["DocumentNotFailedError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, DOCUMENT_NOT_PAUSED, INGESTION_ENDED */
        readonly "409.IDEMPOTENCY_KEY_REUSED.DOCUMENT_NOT_PAUSED.INGESTION_ENDED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["DocumentNotPausedError"] | components["schemas"]["IngestionEndedError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, INGESTION_ENDED */
        readonly "409.IDEMPOTENCY_KEY_REUSED.INGESTION_ENDED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["IngestionEndedError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, NOTHING_TO_ROLL_BACK */
        readonly "409.IDEMPOTENCY_KEY_REUSED.NOTHING_TO_ROLL_BACK": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["NothingToRollBackError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, RUN_ENDED */
        readonly "409.IDEMPOTENCY_KEY_REUSED.RUN_ENDED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["RunEndedError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, RUN_NOT_WAITING */
        readonly "409.IDEMPOTENCY_KEY_REUSED.RUN_NOT_WAITING": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["RunNotWaitingError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, SESSION_REVISION_MISMATCH, SESSION_BUSY, MODEL_EXCLUDED */
        readonly "409.IDEMPOTENCY_KEY_REUSED.SESSION_REVISION_MISMATCH.SESSION_BUSY.MODEL_EXCLUDED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["SessionRevisionMismatchError"] | components["schemas"]["SessionBusyError"] | components["schemas"]["ModelExcludedError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, SYNC_RUNNING */
        readonly "409.IDEMPOTENCY_KEY_REUSED.SYNC_RUNNING": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["SyncRunningError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, SYNC_RUNNING, NOTHING_TO_SYNC */
        readonly "409.IDEMPOTENCY_KEY_REUSED.SYNC_RUNNING.NOTHING_TO_SYNC": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["SyncRunningError"] | components["schemas"]["NothingToSyncError"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED, TASK_DISABLED, MODEL_EXCLUDED */
        readonly "409.IDEMPOTENCY_KEY_REUSED.TASK_DISABLED.MODEL_EXCLUDED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["TaskDisabledError"] | components["schemas"]["ModelExcludedError"];
            };
        };
        /** @description INTEGRATION_NOT_CONFIGURED, INTEGRATION_HAS_NO_OAUTH */
        readonly "409.INTEGRATION_NOT_CONFIGURED.INTEGRATION_HAS_NO_OAUTH": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["IntegrationNotConfiguredError"] | components["schemas"]["IntegrationHasNoOauthError"];
            };
        };
        /** @description LAST_OWNER */
        readonly "409.LAST_OWNER": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["LastOwnerError"];
            };
        };
        /** @description MCP_TOOL_ALREADY_EXISTS */
        readonly "409.MCP_TOOL_ALREADY_EXISTS": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["McpToolAlreadyExistsError"];
            };
        };
        /** @description MODEL_EXCLUDED */
        readonly "409.MODEL_EXCLUDED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ModelExcludedError"];
            };
        };
        /** @description OAUTH_CLIENT_HAS_NO_SECRET */
        readonly "409.OAUTH_CLIENT_HAS_NO_SECRET": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OauthClientHasNoSecretError"];
            };
        };
        /** @description ORGANIZATION_MEMBER_ALREADY_EXISTS */
        readonly "409.ORGANIZATION_MEMBER_ALREADY_EXISTS": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OrganizationMemberAlreadyExistsError"];
            };
        };
        /** @description ORGANIZATION_NAME_ALREADY_EXISTS */
        readonly "409.ORGANIZATION_NAME_ALREADY_EXISTS": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OrganizationNameAlreadyExistsError"];
            };
        };
        /** @description SESSION_BUSY */
        readonly "409.SESSION_BUSY": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SessionBusyError"];
            };
        };
        /** @description SKILL_ALREADY_EXISTS */
        readonly "409.SKILL_ALREADY_EXISTS": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SkillAlreadyExistsError"];
            };
        };
        /** @description STALE_VERSION */
        readonly "409.STALE_VERSION": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["StaleVersionError"];
            };
        };
        /** @description STALE_VERSION, ORGANIZATION_NAME_ALREADY_EXISTS */
        readonly "409.STALE_VERSION.ORGANIZATION_NAME_ALREADY_EXISTS": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["StaleVersionError"] | components["schemas"]["OrganizationNameAlreadyExistsError"];
            };
        };
        /** @description STALE_VERSION, SKILL_ALREADY_EXISTS */
        readonly "409.STALE_VERSION.SKILL_ALREADY_EXISTS": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["StaleVersionError"] | components["schemas"]["SkillAlreadyExistsError"];
            };
        };
        /** @description TAG_ALREADY_EXISTS */
        readonly "409.TAG_ALREADY_EXISTS": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TagAlreadyExistsError"];
            };
        };
        /** @description USER_ALREADY_INVITED */
        readonly "409.USER_ALREADY_INVITED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["UserAlreadyInvitedError"];
            };
        };
        /** @description BODY_TOO_LARGE, BODY_TOO_COMPLEX */
        readonly "413.BODY_TOO_LARGE.BODY_TOO_COMPLEX": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BodyTooLargeError"] | components["schemas"]["BodyTooComplexError"];
            };
        };
        /** @description BODY_TOO_LARGE, BODY_TOO_COMPLEX, FILE_TOO_LARGE */
        readonly "413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BodyTooLargeError"] | components["schemas"]["BodyTooComplexError"] | components["schemas"]["FileTooLargeError"];
            };
        };
        /** @description RANGE_NOT_SATISFIABLE */
        readonly "416.RANGE_NOT_SATISFIABLE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["RangeNotSatisfiableError"];
            };
        };
        /** @description ValidationError */
        readonly "422.ValidationError": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description RATE_LIMITED */
        readonly "429.RATE_LIMITED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["RateLimitedError"];
            };
        };
        /** @description InternalError */
        readonly "500.InternalError": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description MODEL_REJECTED, MODEL_UNAUTHORIZED, MODEL_CONTEXT_LENGTH, MODEL_INVALID_ANSWER, MODEL_NOT_CONFIGURED */
        readonly "502.MODEL_REJECTED.MODEL_UNAUTHORIZED.MODEL_CONTEXT_LENGTH.MODEL_INVALID_ANSWER.MODEL_NOT_CONFIGURED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ModelRejectedError"] | components["schemas"]["ModelUnauthorizedError"] | components["schemas"]["ModelContextLengthError"] | components["schemas"]["ModelInvalidAnswerError"] | components["schemas"]["ModelNotConfiguredError"];
            };
        };
        /** @description DATABASE_UNAVAILABLE */
        readonly "503.DATABASE_UNAVAILABLE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["DatabaseUnavailableError"];
            };
        };
        /** @description DATABASE_UNAVAILABLE, FILE_STORE_UNAVAILABLE */
        readonly "503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["DatabaseUnavailableError"] | components["schemas"]["FileStoreUnavailableError"];
            };
        };
        /** @description DATABASE_UNAVAILABLE, FILE_STORE_UNAVAILABLE, FILE_DAMAGED */
        readonly "503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE.FILE_DAMAGED": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["DatabaseUnavailableError"] | components["schemas"]["FileStoreUnavailableError"] | components["schemas"]["FileDamagedError"];
            };
        };
        /** @description DATABASE_UNAVAILABLE, IDEMPOTENCY_KEY_TAKEN_OVER */
        readonly "503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["DatabaseUnavailableError"] | components["schemas"]["IdempotencyKeyTakenOverError"];
            };
        };
        /** @description DATABASE_UNAVAILABLE, IDEMPOTENCY_KEY_TAKEN_OVER, FILE_STORE_UNAVAILABLE */
        readonly "503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER.FILE_STORE_UNAVAILABLE": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["DatabaseUnavailableError"] | components["schemas"]["IdempotencyKeyTakenOverError"] | components["schemas"]["FileStoreUnavailableError"];
            };
        };
        /** @description DATABASE_UNAVAILABLE, MODEL_RATE_LIMITED, MODEL_UNAVAILABLE, MODEL_SILENT */
        readonly "503.DATABASE_UNAVAILABLE.MODEL_RATE_LIMITED.MODEL_UNAVAILABLE.MODEL_SILENT": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["DatabaseUnavailableError"] | components["schemas"]["ModelRateLimitedError"] | components["schemas"]["ModelUnavailableError"] | components["schemas"]["ModelSilentError"];
            };
        };
        /** @description Service Unavailable */
        readonly "503.Service Unavailable": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Readiness"] | components["schemas"]["DatabaseUnavailableError"];
            };
        };
        /** @description QUERY_TIMED_OUT */
        readonly "504.QUERY_TIMED_OUT": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["QueryTimedOutError"];
            };
        };
    };
    parameters: {
        /** @description a repeat under the same key within 24 hours acts no second time */
        readonly IdempotencyKey: string;
        /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
        readonly IfMatch: string;
        /** @description the id of the last event that a stream gave: it goes on after it */
        readonly LastEventId: string;
        /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
        readonly Prefer: string;
        /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
        readonly RequestId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly "health.live": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Whether the process is alive */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Liveness"];
                };
            };
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "health.ready": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Whether database, Temporal and a polling worker are there */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Readiness"];
                };
            };
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.Service Unavailable"];
        };
    };
    readonly "integration.callback": {
        readonly parameters: {
            readonly query: {
                /** @description required, unless the service tells of an error */
                readonly code?: string;
                /** @description what the service says where nothing was granted */
                readonly error?: string;
                /** @description the service, where it says so */
                readonly iss?: string;
                readonly state: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Where services send people back to who authorised an integration */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Integration"];
                };
            };
            /** @description See Other */
            readonly 303: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400.UNKNOWN_AUTHORIZATION.AUTHORIZATION_FAILED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, or any identifier; leave out for the first page */
                readonly cursor?: string;
                readonly membership?: "active" | "joinable" | "joinable_by_domain" | "joinable_by_invite";
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Organizations the caller belongs to or could join */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListedOrganizationPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Acme",
                 *       "contact_email": "ops@acme.example"
                 *     }
                 */
                readonly "application/json": {
                    readonly auto_topup_config?: {
                        readonly [key: string]: unknown;
                    };
                    /** Format: email */
                    readonly contact_email: string;
                    readonly low_credit_alerts?: boolean;
                    readonly name: string;
                    readonly plan?: string;
                    readonly plan_interval?: string;
                    readonly plan_status?: string;
                    readonly public_metadata?: {
                        readonly [key: string]: unknown;
                    };
                    /**
                     * Format: date-time
                     * @description ISO 8601 in UTC
                     */
                    readonly trial_ends_at?: string;
                    readonly usage_based_pricing_enabled?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Create an organization */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.SentenceError"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.ORGANIZATION_NAME_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read an organization */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "contact_email": "billing@acme.example",
                 *       "low_credit_alerts": true
                 *     }
                 */
                readonly "application/json": {
                    readonly auto_topup_config?: {
                        readonly [key: string]: unknown;
                    };
                    /** Format: email */
                    readonly contact_email?: string;
                    readonly low_credit_alerts?: boolean;
                    readonly name?: string;
                    readonly plan?: string;
                    readonly plan_interval?: string;
                    readonly plan_status?: string;
                    readonly public_metadata?: {
                        readonly [key: string]: unknown;
                    };
                    /**
                     * Format: date-time
                     * @description ISO 8601 in UTC
                     */
                    readonly trial_ends_at?: string;
                    readonly usage_based_pricing_enabled?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change an organization */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.SentenceError"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION.ORGANIZATION_NAME_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.audit_event.list": {
        readonly parameters: {
            readonly query?: {
                readonly actor_user_id?: string;
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description happened before; a date alone or a time without an offset is UTC */
                readonly end_date?: string;
                /** @description any of these types; repeat the key */
                readonly event_type?: readonly string[];
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly resource_id?: string;
                readonly resource_type?: string;
                /** @description happened then or later; a date alone or a time without an offset is UTC */
                readonly start_date?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Audit events of the organization, those of its projects among them, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditEventPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.audit_event.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description audit event */
                readonly audit_event_id: string;
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One audit event with its payload */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditEventWithPayload"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.audit_event.export": {
        readonly parameters: {
            readonly query?: {
                readonly actor_user_id?: string;
                /** @description happened before; a date alone or a time without an offset is UTC */
                readonly end_date?: string;
                /** @description any of these types; repeat the key */
                readonly event_type?: readonly string[];
                readonly resource_id?: string;
                readonly resource_type?: string;
                /** @description happened then or later; a date alone or a time without an offset is UTC */
                readonly start_date?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Audit events of the organization, those of its projects among them with their payloads, oldest first, one JSON object a line */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": unknown;
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.audit_event.integrity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Head and checkpoint of the chain of events of the organization itself */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditIntegrity"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.audit_event.verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Recompute the hashes of the events of the organization, those of its projects among them, and report the first break */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditVerification"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.avatar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description a JPEG, PNG or GIF image of at most 5 MB
                     */
                    readonly file: Blob;
                };
            };
        };
        readonly responses: {
            /** @description Set the picture of an organization */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_IMAGE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE"];
        };
    };
    readonly "organization_domain.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Domains of the organization, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DomainPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_domain.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "domain": "example.com"
                 *     }
                 */
                readonly "application/json": {
                    readonly domain: string;
                };
            };
        };
        readonly responses: {
            /** @description Add a domain; its DNS record is looked for during 14 days */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Domain"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_DOMAIN"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.DOMAIN_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_domain.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description domain of the organization */
                readonly domain_id: string;
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Take a domain away; who joined by it stays */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Domain"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_domain.verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description domain of the organization */
                readonly domain_id: string;
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Look for the DNS record now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Domain"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.iam.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly type?: "user" | "organization" | "project";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Members that hold roles directly on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.iam.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One direct member and its roles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.iam.change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly add?: readonly string[];
                    readonly remove?: readonly string[];
                    /** @description take all roles away before the additions */
                    readonly remove_all?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change the roles of a member */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.LAST_OWNER"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.iam.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description the caller where it is left out */
                    readonly member?: string;
                    readonly permissions: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_invite.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, or any identifier; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly show?: "all" | "pending" | "accepted";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Invites of the organization, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvitePage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_invite.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email_address": "ada@example.com",
                 *       "roles": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** Format: email */
                    readonly email_address: string;
                    readonly project_roles?: {
                        readonly [key: string]: readonly string[];
                    };
                    readonly roles?: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Invite somebody by e-mail */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invite"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED.ORGANIZATION_MEMBER_ALREADY_EXISTS.ORGANIZATION_INVITE_ALREADY_EXISTS"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.USER_ALREADY_INVITED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_invite.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description invite of the organization */
                readonly org_invite_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Withdraw an open invite */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_invite.resend": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description invite of the organization */
                readonly org_invite_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Send the mail of an invite again; it then has its whole time anew, also when it had expired */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invite"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.ORGANIZATION_INVITE_ALREADY_EXISTS.ORGANIZATION_MEMBER_ALREADY_EXISTS"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.USER_ALREADY_INVITED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization.join": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": {
                    /** @description the code of the invite mail */
                    readonly code?: string;
                };
            };
        };
        readonly responses: {
            /** @description Join by invite code, by an open invite for the own address, or by its verified domain */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_INVITE_CODE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.ORGANIZATION_MEMBER_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_model_exclusion.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description `model_id`, `provider` or `vendor` */
                readonly rule_type: string;
                /** @description what the rule names; of a model its id, name or alias */
                readonly value: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Drop a rule of the organization that excludes models */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelExclusion"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_model_exclusion.exclude_by_id": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "model_id": "demo",
                 *       "reason": "not approved for customer data"
                 *     }
                 */
                readonly "application/json": {
                    /** @description id, name or alias of a model */
                    readonly model_id: string;
                    /** @description told to whoever is refused */
                    readonly reason?: string;
                };
            };
        };
        readonly responses: {
            /** @description Exclude a model in all projects of an organization */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelExclusion"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_model_exclusion.exclude_by_provider": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "provider": "openai",
                 *       "reason": "not approved for customer data"
                 *     }
                 */
                readonly "application/json": {
                    /** @description name of a provider, in any letter case */
                    readonly provider: string;
                    /** @description told to whoever is refused */
                    readonly reason?: string;
                };
            };
        };
        readonly responses: {
            /** @description Exclude all models of a provider in all projects of an organization */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelExclusion"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_model_exclusion.exclude_by_vendor": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "vendor": "openai",
                 *       "reason": "not approved for customer data"
                 *     }
                 */
                readonly "application/json": {
                    /** @description told to whoever is refused */
                    readonly reason?: string;
                    /** @description name of a vendor, in any letter case */
                    readonly vendor: string;
                };
            };
        };
        readonly responses: {
            /** @description Exclude all models of a vendor in all projects of an organization */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelExclusion"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "organization_model_exclusion.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The organization's own rules that exclude models */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelExclusionPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Projects of the organization that the caller may see */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProjectPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Support desk"
                 *     }
                 */
                readonly "application/json": {
                    readonly name: string;
                };
            };
        };
        readonly responses: {
            /** @description Create a project, which the caller then owns */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Back office"
                 *     }
                 */
                readonly "application/json": {
                    readonly name?: string;
                };
            };
        };
        readonly responses: {
            /** @description Rename a project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete a project; its unfinished runs are stopped and its API keys revoked */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.api_key.list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The caller's live keys */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ApiKey"][];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.api_key.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "CI",
                 *       "scopes": [
                 *         "task:run"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly name: string;
                    readonly scopes?: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Mint an API key; its value is shown once */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewApiKey"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.api_key.revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description the caller's own API key */
                readonly api_key_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoke a key */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKey"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.audit_event.list": {
        readonly parameters: {
            readonly query?: {
                readonly actor_user_id?: string;
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description happened before; a date alone or a time without an offset is UTC */
                readonly end_date?: string;
                /** @description any of these types; repeat the key */
                readonly event_type?: readonly string[];
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly resource_id?: string;
                readonly resource_type?: string;
                /** @description happened then or later; a date alone or a time without an offset is UTC */
                readonly start_date?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Audit events of the project, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditEventPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.audit_event.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description audit event */
                readonly audit_event_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One audit event with its payload */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditEventWithPayload"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.audit_event.export": {
        readonly parameters: {
            readonly query?: {
                readonly actor_user_id?: string;
                /** @description happened before; a date alone or a time without an offset is UTC */
                readonly end_date?: string;
                /** @description any of these types; repeat the key */
                readonly event_type?: readonly string[];
                readonly resource_id?: string;
                readonly resource_type?: string;
                /** @description happened then or later; a date alone or a time without an offset is UTC */
                readonly start_date?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Audit events of the project with their payloads, oldest first, one JSON object a line */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": unknown;
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.audit_event.integrity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Head and checkpoint of the chain of events of the project itself */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditIntegrity"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.audit_event.verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Recompute the hashes of the events of the project, and report the first break */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditVerification"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.avatar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description a JPEG, PNG or GIF image of at most 5 MB
                     */
                    readonly file: Blob;
                };
            };
        };
        readonly responses: {
            /** @description Set the picture of a project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_IMAGE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE"];
        };
    };
    readonly "project.changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the id of the last event that a stream gave: it goes on after it */
                readonly "Last-Event-ID"?: components["parameters"]["LastEventId"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Follow which runs, approval requests and needs of agents change state, with counts by state */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProjectCounts"];
                    readonly "text/event-stream": components["schemas"]["ProjectStreamEvent"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                /** @description id or name of one of its tags */
                readonly tag_id?: string;
                /** @description part of the title */
                readonly title?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description List collections, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CollectionPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "title": "Terms and manuals",
                 *       "document_embedding_instance_ids": []
                 *     }
                 */
                readonly "application/json": {
                    /** @description ids of documents */
                    readonly document_embedding_instance_ids?: readonly string[];
                    /** @description name of the embedding model by which it is searched; the default one where it is left out */
                    readonly embedding_model?: string;
                    /** @description names or ids of tags; a new name becomes a tag */
                    readonly tags?: readonly string[];
                    readonly title: string;
                };
            };
        };
        readonly responses: {
            /** @description Create a collection, with documents or without */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Collection"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description collection of the project */
                readonly collection_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a collection */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Collection"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description collection of the project */
                readonly collection_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "title": "Terms of delivery"
                 *     }
                 */
                readonly "application/json": {
                    /** @description name of the embedding model that is to take over; the one that serves calls it off */
                    readonly embedding_model?: string;
                    /** @description names or ids of tags; a new name becomes a tag */
                    readonly tags?: readonly string[];
                    readonly title: string;
                };
            };
        };
        readonly responses: {
            /** @description Give a collection another title, other tags, or another embedding model */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Collection"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description collection of the project */
                readonly collection_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "embedding_instance_ids": []
                 *     }
                 */
                readonly "application/json": {
                    /** @description ids of documents */
                    readonly embedding_instance_ids: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Put documents into a collection */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Collection"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.iam.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly type?: "user" | "organization" | "project";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description collection of the project */
                readonly collection_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Members that hold roles directly on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.iam.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description collection of the project */
                readonly collection_id: string;
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One direct member and its roles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.iam.change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description collection of the project */
                readonly collection_id: string;
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly add?: readonly string[];
                    readonly remove?: readonly string[];
                    /** @description take all roles away before the additions */
                    readonly remove_all?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change the roles of a member */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.LAST_OWNER"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.iam.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description collection of the project */
                readonly collection_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description the caller where it is left out */
                    readonly member?: string;
                    readonly permissions: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.query": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description collection of the project */
                readonly collection_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "query": "How long may goods be returned?",
                 *       "limit": 5
                 *     }
                 */
                readonly "application/json": {
                    readonly filters?: {
                        readonly document_ids?: readonly string[];
                        /** @description how documents came */
                        readonly sources?: readonly ("upload" | "text" | "web" | "s3" | "git" | "folder")[];
                        /** @description names or ids of tags of documents */
                        readonly tags?: readonly string[];
                    };
                    /**
                     * @description most passages that are found
                     * @default 10
                     */
                    readonly limit?: number;
                    /** @description id or name of the model that answers; the first of the catalogue where it is left out */
                    readonly llm_model_id?: string;
                    /** @description a question, or words to look for */
                    readonly query: string;
                    /** @description name of the reranker that puts passages into order in the end; that of RERANK_MODEL where it is left out */
                    readonly rerank_model?: string;
                    /**
                     * @description whether passages are enough: no model is asked then
                     * @default false
                     */
                    readonly results_only?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Find passages in a collection, and have a question answered from them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QueryResult"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 402: components["responses"]["402.INSUFFICIENT_CREDITS.TRIAL_ENDED"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.MODEL_EXCLUDED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 502: components["responses"]["502.MODEL_REJECTED.MODEL_UNAUTHORIZED.MODEL_CONTEXT_LENGTH.MODEL_INVALID_ANSWER.MODEL_NOT_CONFIGURED"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.MODEL_RATE_LIMITED.MODEL_UNAVAILABLE.MODEL_SILENT"];
            readonly 504: components["responses"]["504.QUERY_TIMED_OUT"];
        };
    };
    readonly "collection.remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description collection of the project */
                readonly collection_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "embedding_instance_ids": []
                 *     }
                 */
                readonly "application/json": {
                    /** @description ids of documents */
                    readonly embedding_instance_ids: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Take documents out of a collection; they stay in the project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Collection"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.stats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description collection of the project */
                readonly collection_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Count what is in a collection */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CollectionStats"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.update_summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description collection of the project */
                readonly collection_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Have a model sum up anew what is in a collection */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Collection"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 402: components["responses"]["402.INSUFFICIENT_CREDITS.TRIAL_ENDED"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.COLLECTION_EMPTY"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.tag.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Tags for collections, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TagPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.tag.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "billing",
                 *       "description": "Whatever has to do with invoices."
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string;
                    readonly name: string;
                    readonly parent_id?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Make a tag for collections */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.TAG_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.tag.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a tag for collections */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.tag.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "description": "Invoices and reminders."
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string;
                    readonly name?: string;
                    readonly parent_id?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Change a tag for collections; what is left out stays */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.TAG_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.tag.add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "entities": []
                 *     }
                 */
                readonly "application/json": {
                    /** @description ids of what it is for */
                    readonly entities: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Put a tag on collections; those that have it keep it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "collection.tag.remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "entities": []
                 *     }
                 */
                readonly "application/json": {
                    /** @description ids of what it is for */
                    readonly entities: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Take a tag off collections; those without it stay so */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.config.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Settings for chats and retrieval */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProjectConfig"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.config.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "knn": 4,
                 *       "temperature": null,
                 *       "chat_system_commands": []
                 *     }
                 */
                readonly "application/json": {
                    readonly chat_guardrails?: {
                        readonly input?: readonly string[];
                        readonly output?: readonly string[];
                    };
                    readonly chat_system_commands?: readonly string[];
                    /** @description how many pieces of knowledge a search brings; 4 by default */
                    readonly knn?: number;
                    readonly llm?: string | null;
                    /** @description whether a search also asks in other words */
                    readonly query_expansion?: boolean;
                    readonly temperature?: number | null;
                };
            };
        };
        readonly responses: {
            /** @description Change settings for chats and retrieval */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProjectConfig"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.list": {
        readonly parameters: {
            readonly query?: {
                /** @description keeps what is in the collection */
                readonly collection_id?: string;
                /** @description keeps what was synced from the source */
                readonly connection_id?: string;
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                /** @description how it came */
                readonly source?: "upload" | "text" | "web" | "s3" | "git" | "folder";
                readonly status?: "queued" | "parsing" | "chunking" | "embedding" | "ready" | "failed";
                readonly strategy?: "auto" | "fast" | "hi_res" | "ocr_only";
                /** @description id or name of one of its tags */
                readonly tag_id?: string;
                /** @description part of the title */
                readonly title?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description List documents */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DocumentPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "title": "Terms of delivery",
                 *       "text": "# Terms\n\nWe deliver within three days.",
                 *       "strategy": "auto"
                 *     }
                 */
                readonly "application/json": {
                    /** @description collections that are to hold the documents; each has to be one that the caller may edit */
                    readonly collection_ids?: readonly string[];
                    /** @description the same, by the name that records have it under */
                    readonly collections?: readonly string[];
                    readonly description?: string;
                    /**
                     * @description of what is sent as text; `text/plain` where it is left out
                     * @enum {string}
                     */
                    readonly media_type?: "text/plain" | "text/markdown" | "text/html" | "text/csv" | "application/json";
                    /**
                     * @description how bytes are read: `auto` reads scanned pages by OCR where that is switched on, `fast` never does, `hi_res` insists on it for them, `ocr_only` for every page
                     * @default auto
                     * @enum {string}
                     */
                    readonly strategy?: "auto" | "fast" | "hi_res" | "ocr_only";
                    /** @description names or ids of tags; a new name becomes a tag */
                    readonly tags?: readonly string[];
                    readonly text?: string;
                    /** @description each becomes a document; what an item leaves out is as it stands above */
                    readonly texts?: readonly {
                        readonly description?: string;
                        /**
                         * @description of what is sent as text; `text/plain` where it is left out
                         * @enum {string}
                         */
                        readonly media_type?: "text/plain" | "text/markdown" | "text/html" | "text/csv" | "application/json";
                        readonly text: string;
                        /** @description the name of the file, or the first line of the text, where it is left out */
                        readonly title?: string;
                    }[];
                    /** @description the name of the file, or the first line of the text, where it is left out */
                    readonly title?: string;
                };
                readonly "multipart/form-data": {
                    /** @description a JSON object; `{}` says nothing */
                    readonly data: string;
                    readonly files?: readonly Blob[];
                };
            };
        };
        readonly responses: {
            /** @description Take in documents, and answer before they are read */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DocumentGroup"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 402: components["responses"]["402.INSUFFICIENT_CREDITS.TRIAL_ENDED"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER.FILE_STORE_UNAVAILABLE"];
        };
    };
    readonly "document.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a document, and how far it is on its way to being found */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "title": "Terms of delivery",
                 *       "description": "As of this spring."
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string;
                    /**
                     * @description how bytes are read: `auto` reads scanned pages by OCR where that is switched on, `fast` never does, `hi_res` insists on it for them, `ocr_only` for every page
                     * @enum {string}
                     */
                    readonly strategy?: "auto" | "fast" | "hi_res" | "ocr_only";
                    /** @description names or ids of tags; a new name becomes a tag */
                    readonly tags?: readonly string[];
                    readonly title: string;
                };
            };
        };
        readonly responses: {
            /** @description Edit what a document is called, what is said of it, and its tags */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete a document with its passages and its bytes; its collections stay */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                readonly Prefer?: components["parameters"]["Prefer"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Stop taking a document in */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
            /** @description Stop taking a document in */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.RUN_ENDED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "document.download": {
        readonly parameters: {
            readonly query?: {
                /** @description show it in place: images, PDF and plain text only */
                readonly inline?: boolean;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Download the bytes that a document was made of */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": unknown;
                };
            };
            /** @description Download the bytes that a document was made of */
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": unknown;
                };
            };
            /** @description Not Modified */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 416: components["responses"]["416.RANGE_NOT_SATISFIABLE"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE.FILE_DAMAGED"];
        };
    };
    readonly "document.embedding.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description passage of the document */
                readonly embedding_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a passage of a document */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Chunk"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.embedding.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The passages that a document was cut into, in their order */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChunkPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.iam.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly type?: "user" | "organization" | "project";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Members that hold roles directly on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.iam.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One direct member and its roles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.iam.change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly add?: readonly string[];
                    readonly remove?: readonly string[];
                    /** @description take all roles away before the additions */
                    readonly remove_all?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change the roles of a member */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.LAST_OWNER"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.iam.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description the caller where it is left out */
                    readonly member?: string;
                    readonly permissions: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Let the ingestion of a document rest; what is done stays */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.INGESTION_ENDED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "document.query": {
        readonly parameters: {
            readonly query: {
                /** @description most passages that are found */
                readonly limit?: number;
                /** @description id or name of the model that answers; the first of the catalogue where it is left out */
                readonly llm_model_id?: string;
                /** @description a question, or words to look for */
                readonly query: string;
                /** @description name of the reranker that puts passages into order in the end; that of RERANK_MODEL where it is left out */
                readonly rerank_model?: string;
                /** @description whether passages are enough: no model is asked then */
                readonly results_only?: boolean;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Find passages in a document, and have a question answered from them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QueryResult"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 402: components["responses"]["402.INSUFFICIENT_CREDITS.TRIAL_ENDED"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.DOCUMENT_NOT_READY.MODEL_EXCLUDED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 502: components["responses"]["502.MODEL_REJECTED.MODEL_UNAUTHORIZED.MODEL_CONTEXT_LENGTH.MODEL_INVALID_ANSWER.MODEL_NOT_CONFIGURED"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.MODEL_RATE_LIMITED.MODEL_UNAVAILABLE.MODEL_SILENT"];
            readonly 504: components["responses"]["504.QUERY_TIMED_OUT"];
        };
    };
    readonly "document.resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Let an ingestion go on that rests, or at once where it would look again later */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.DOCUMENT_NOT_PAUSED.INGESTION_ENDED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "document.retry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description document of the project */
                readonly document_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Take a document in again that failed or was stopped, from where it came to */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 402: components["responses"]["402.INSUFFICIENT_CREDITS.TRIAL_ENDED"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.DOCUMENT_NOT_FAILED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "document.read_group": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description group of documents that one request created */
                readonly group_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description How far the documents are that one request created */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DocumentGroup"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.tag.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Tags for documents, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TagPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.tag.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "billing",
                 *       "description": "Whatever has to do with invoices."
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string;
                    readonly name: string;
                    readonly parent_id?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Make a tag for documents */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.TAG_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.tag.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a tag for documents */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.tag.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "description": "Invoices and reminders."
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string;
                    readonly name?: string;
                    readonly parent_id?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Change a tag for documents; what is left out stays */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.TAG_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.tag.add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "entities": []
                 *     }
                 */
                readonly "application/json": {
                    /** @description ids of what it is for */
                    readonly entities: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Put a tag on documents; those that have it keep it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.tag.remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "entities": []
                 *     }
                 */
                readonly "application/json": {
                    /** @description ids of what it is for */
                    readonly entities: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Take a tag off documents; those without it stay so */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "document.upload": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                readonly Prefer?: components["parameters"]["Prefer"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "title": "Terms of delivery",
                 *       "text": "# Terms\n\nWe deliver within three days.",
                 *       "strategy": "auto"
                 *     }
                 */
                readonly "application/json": {
                    /** @description collections that are to hold the documents; each has to be one that the caller may edit */
                    readonly collection_ids?: readonly string[];
                    /** @description the same, by the name that records have it under */
                    readonly collections?: readonly string[];
                    readonly description?: string;
                    /**
                     * @description of what is sent as text; `text/plain` where it is left out
                     * @enum {string}
                     */
                    readonly media_type?: "text/plain" | "text/markdown" | "text/html" | "text/csv" | "application/json";
                    /**
                     * @description how bytes are read: `auto` reads scanned pages by OCR where that is switched on, `fast` never does, `hi_res` insists on it for them, `ocr_only` for every page
                     * @default auto
                     * @enum {string}
                     */
                    readonly strategy?: "auto" | "fast" | "hi_res" | "ocr_only";
                    /** @description names or ids of tags; a new name becomes a tag */
                    readonly tags?: readonly string[];
                    readonly text?: string;
                    /** @description each becomes a document; what an item leaves out is as it stands above */
                    readonly texts?: readonly {
                        readonly description?: string;
                        /**
                         * @description of what is sent as text; `text/plain` where it is left out
                         * @enum {string}
                         */
                        readonly media_type?: "text/plain" | "text/markdown" | "text/html" | "text/csv" | "application/json";
                        readonly text: string;
                        /** @description the name of the file, or the first line of the text, where it is left out */
                        readonly title?: string;
                    }[];
                    /** @description the name of the file, or the first line of the text, where it is left out */
                    readonly title?: string;
                };
                readonly "multipart/form-data": {
                    /** @description a JSON object; `{}` says nothing */
                    readonly data: string;
                    readonly files?: readonly Blob[];
                };
            };
        };
        readonly responses: {
            /** @description Take in documents, and answer when all of them are ready or have failed */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DocumentGroup"];
                };
            };
            /** @description Take in documents, and answer when all of them are ready or have failed */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DocumentGroup"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 402: components["responses"]["402.INSUFFICIENT_CREDITS.TRIAL_ENDED"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER.FILE_STORE_UNAVAILABLE"];
        };
    };
    readonly "project.iam.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly type?: "user" | "organization" | "project";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Members that hold roles directly on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.iam.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One direct member and its roles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.iam.change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly add?: readonly string[];
                    readonly remove?: readonly string[];
                    /** @description take all roles away before the additions */
                    readonly remove_all?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change the roles of a member */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.LAST_OWNER"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "project.iam.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description the caller where it is left out */
                    readonly member?: string;
                    readonly permissions: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "input_processor.list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Input processors that can be set on the variables of a task */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["InputProcessor"][];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description show tools too that agents are not offered */
                readonly include_disabled_tools?: boolean;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Integrations of the project, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IntegrationPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "type": "github",
                 *       "name": "GitHub of the shop"
                 *     }
                 */
                readonly "application/json": {
                    readonly config?: {
                        /** @description address below which all calls are; where it is left out, the first server of the document */
                        readonly base_url?: string;
                        readonly credential?: {
                            /**
                             * @description how calls are signed: not at all, by a bearer token, by a header, by a key of the query, or by user and password
                             * @enum {string}
                             */
                            readonly kind: "none" | "bearer" | "header" | "query" | "basic";
                            /** @description of the header or the key of the query */
                            readonly name?: string;
                            /** @description of kind basic; written, never read */
                            readonly password?: string;
                            /** @description of kind basic */
                            readonly username?: string;
                            /** @description the token or key; written, never read */
                            readonly value?: string;
                        };
                        /** @description of type openapi: the OpenAPI document (3.0 or 3.1) */
                        readonly document?: {
                            readonly [key: string]: unknown;
                        } | string;
                        /** @description address of the document, in its place; it is read once */
                        readonly document_url?: string;
                        readonly enabled_tools?: readonly string[] | null;
                    };
                    /** @description what people call it; its tools keep the names that they were given first */
                    readonly name?: string;
                    /** @enum {string} */
                    readonly type: "github" | "google_calendar" | "google_docs" | "google_gmail" | "google_sheets" | "google_slides" | "notion" | "openapi" | "slack";
                };
            };
        };
        readonly responses: {
            /** @description Create an integration with an outside service; a service of the catalogue is then authorised */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Integration"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.read": {
        readonly parameters: {
            readonly query?: {
                /** @description show tools too that agents are not offered */
                readonly include_disabled_tools?: boolean;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description integration */
                readonly integration_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read an integration */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Integration"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description integration */
                readonly integration_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "GitHub of the office",
                 *       "config": {
                 *         "enabled_tools": [
                 *           "list_issues",
                 *           "get_issue"
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly config?: {
                        readonly credential?: {
                            /**
                             * @description how calls are signed: not at all, by a bearer token, by a header, by a key of the query, or by user and password
                             * @enum {string}
                             */
                            readonly kind: "none" | "bearer" | "header" | "query" | "basic";
                            /** @description of the header or the key of the query */
                            readonly name?: string;
                            /** @description of kind basic; written, never read */
                            readonly password?: string;
                            /** @description of kind basic */
                            readonly username?: string;
                            /** @description the token or key; written, never read */
                            readonly value?: string;
                        };
                        readonly enabled_tools?: readonly string[] | null;
                    };
                    /** @description what people call it; its tools keep the names that they were given first */
                    readonly name?: string;
                };
            };
        };
        readonly responses: {
            /** @description Rename an integration, say which of its tools agents are offered, or give it another credential */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Integration"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description integration */
                readonly integration_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete an integration with its credential; runs that called it stay readable */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Integration"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.read_auth": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description integration */
                readonly integration_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Who authorised an integration, and what is to be done where nobody has */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IntegrationAuth"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.authorize": {
        readonly parameters: {
            readonly query?: {
                /** @description where the browser goes afterwards: a path, or an address of this server */
                readonly redirect_to?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description integration */
                readonly integration_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Begin to authorise an integration: the person who asks goes on in a browser */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuthorizationStart"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.INTEGRATION_NOT_CONFIGURED.INTEGRATION_HAS_NO_OAUTH"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.disconnect": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description integration */
                readonly integration_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Forget what an integration signs its calls with, and give a token back to its service */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Integration"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.iam.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly type?: "user" | "organization" | "project";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description integration */
                readonly integration_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Members that hold roles directly on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.iam.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description integration */
                readonly integration_id: string;
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One direct member and its roles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.iam.change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description integration */
                readonly integration_id: string;
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly add?: readonly string[];
                    readonly remove?: readonly string[];
                    /** @description take all roles away before the additions */
                    readonly remove_all?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change the roles of a member */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.LAST_OWNER"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.iam.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description integration */
                readonly integration_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description the caller where it is left out */
                    readonly member?: string;
                    readonly permissions: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "integration.list_catalog": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Services that integrations can be made of, by type */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IntegrationCatalogueEntryPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "knowledge_source.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                readonly kind?: "web" | "s3" | "git" | "folder";
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sources of the project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KnowledgeSourcePage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "knowledge_source.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "kind": "web",
                 *       "name": "Handbook",
                 *       "config": {
                 *         "urls": [
                 *           "https://handbook.example.com/"
                 *         ]
                 *       },
                 *       "schedule": "P1D"
                 *     }
                 */
                readonly "application/json": {
                    /** @description collections that new documents of the source join */
                    readonly collection_ids?: readonly string[];
                    /** @description web: urls, max_crawl_depth, max_pages, include_paths, exclude_paths; s3: bucket, prefix, endpoint, region, access_key_id, paths; git: repository_url, branch, username, paths; folder: folder, paths */
                    readonly config: {
                        /** @description its secret is given as `secret` */
                        readonly access_key_id?: string;
                        /** @description the one that the repository has checked out where it is empty */
                        readonly branch?: string;
                        /** @description name of the bucket */
                        readonly bucket?: string;
                        /** @description address of the server; that of AWS where it is empty */
                        readonly endpoint?: string;
                        /** @description beginnings of paths that are left out */
                        readonly exclude_paths?: readonly string[];
                        /** @description absolute path, within a folder that KNOWLEDGE_FOLDERS opens to the organization */
                        readonly folder?: string;
                        /** @description beginnings of paths that are taken; all where there are none */
                        readonly include_paths?: readonly string[];
                        /** @description links that a page may be away from where the crawl begins; 0 takes those pages alone */
                        readonly max_crawl_depth?: number;
                        /** @description most addresses that a run visits */
                        readonly max_pages?: number;
                        /** @description patterns such as `docs/**\/*.md`, of which a file has to fit one; `!` before a pattern leaves out what fits it; all files where there are none */
                        readonly paths?: readonly string[];
                        /** @description beginning of the keys that are taken; empty for all */
                        readonly prefix?: string;
                        readonly region?: string;
                        /** @description http or https address to clone from */
                        readonly repository_url?: string;
                        /** @description where a crawl begins; it keeps to the sites of these addresses */
                        readonly urls?: readonly string[];
                        /** @description what servers want beside a token, which is given as `secret` */
                        readonly username?: string;
                    };
                    /** @enum {string} */
                    readonly kind: "web" | "s3" | "git" | "folder";
                    readonly name: string;
                    /** @description whether the schedule rests */
                    readonly paused?: boolean;
                    readonly schedule?: string | null;
                    readonly secret?: string | null;
                    /**
                     * @description how its documents are read
                     * @enum {string}
                     */
                    readonly strategy?: "auto" | "fast" | "hi_res" | "ocr_only";
                };
            };
        };
        readonly responses: {
            /** @description Create a source of documents: websites, a bucket, a Git repository or a folder */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KnowledgeSource"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "knowledge_source.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description source of documents of the project */
                readonly knowledge_source_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a source */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KnowledgeSource"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "knowledge_source.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description source of documents of the project */
                readonly knowledge_source_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "schedule": "PT6H",
                 *       "paused": false
                 *     }
                 */
                readonly "application/json": {
                    /** @description collections that new documents of the source join */
                    readonly collection_ids?: readonly string[];
                    /** @description web: urls, max_crawl_depth, max_pages, include_paths, exclude_paths; s3: bucket, prefix, endpoint, region, access_key_id, paths; git: repository_url, branch, username, paths; folder: folder, paths */
                    readonly config?: {
                        /** @description its secret is given as `secret` */
                        readonly access_key_id?: string;
                        /** @description the one that the repository has checked out where it is empty */
                        readonly branch?: string;
                        /** @description name of the bucket */
                        readonly bucket?: string;
                        /** @description address of the server; that of AWS where it is empty */
                        readonly endpoint?: string;
                        /** @description beginnings of paths that are left out */
                        readonly exclude_paths?: readonly string[];
                        /** @description absolute path, within a folder that KNOWLEDGE_FOLDERS opens to the organization */
                        readonly folder?: string;
                        /** @description beginnings of paths that are taken; all where there are none */
                        readonly include_paths?: readonly string[];
                        /** @description links that a page may be away from where the crawl begins; 0 takes those pages alone */
                        readonly max_crawl_depth?: number;
                        /** @description most addresses that a run visits */
                        readonly max_pages?: number;
                        /** @description patterns such as `docs/**\/*.md`, of which a file has to fit one; `!` before a pattern leaves out what fits it; all files where there are none */
                        readonly paths?: readonly string[];
                        /** @description beginning of the keys that are taken; empty for all */
                        readonly prefix?: string;
                        readonly region?: string;
                        /** @description http or https address to clone from */
                        readonly repository_url?: string;
                        /** @description where a crawl begins; it keeps to the sites of these addresses */
                        readonly urls?: readonly string[];
                        /** @description what servers want beside a token, which is given as `secret` */
                        readonly username?: string;
                    };
                    readonly name?: string;
                    /** @description whether the schedule rests */
                    readonly paused?: boolean;
                    readonly schedule?: string | null;
                    readonly secret?: string | null;
                    /**
                     * @description how its documents are read
                     * @enum {string}
                     */
                    readonly strategy?: "auto" | "fast" | "hi_res" | "ocr_only";
                };
            };
        };
        readonly responses: {
            /** @description Edit a source; the next sync goes by it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KnowledgeSource"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "knowledge_source.delete": {
        readonly parameters: {
            readonly query?: {
                /** @description what becomes of the documents that came from it; those that are kept are synced no more */
                readonly documents?: "keep" | "delete";
            };
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description source of documents of the project */
                readonly knowledge_source_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete a source with its secret; a run under way is stopped */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KnowledgeSource"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "source_run.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description source of documents of the project */
                readonly knowledge_source_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Runs of a source */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceRunPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "source_run.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description source of documents of the project */
                readonly knowledge_source_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description run of the source */
                readonly sync_run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a run of a source */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceRun"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "source_run.cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                readonly Prefer?: components["parameters"]["Prefer"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description source of documents of the project */
                readonly knowledge_source_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description run of the source */
                readonly sync_run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Stop a run of a source; what it did stays */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceRun"];
                };
            };
            /** @description Stop a run of a source; what it did stays */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceRun"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.RUN_ENDED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "source_run.items": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                readonly outcome?: "added" | "changed" | "removed" | "skipped" | "failed";
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description source of documents of the project */
                readonly knowledge_source_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description run of the source */
                readonly sync_run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What became of the things at the source in a run, with why */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceRunItemPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "knowledge_source.sync": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description source of documents of the project */
                readonly knowledge_source_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Begin a sync now; answers its run at once */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceRun"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.SYNC_RUNNING.NOTHING_TO_SYNC"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "model.list": {
        readonly parameters: {
            readonly query?: {
                readonly include_retired?: boolean;
                /** @description keep models with this output modality */
                readonly output?: string;
                /** @description keep models whose vision support is one of these */
                readonly vision?: readonly boolean[];
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Models that tasks and agents can use */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Model"][];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "model.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description id, name or alias of a model */
                readonly model_id_or_name: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a model by id, name or alias */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Model"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "model_exclusion.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description `model_id`, `provider` or `vendor` */
                readonly rule_type: string;
                /** @description what the rule names; of a model its id, name or alias */
                readonly value: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Drop a rule of the project that excludes models */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelExclusion"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "model_exclusion.exclude_by_id": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "model_id": "demo",
                 *       "reason": "not approved for customer data"
                 *     }
                 */
                readonly "application/json": {
                    /** @description id, name or alias of a model */
                    readonly model_id: string;
                    /** @description told to whoever is refused */
                    readonly reason?: string;
                };
            };
        };
        readonly responses: {
            /** @description Exclude a model in a project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelExclusion"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "model_exclusion.exclude_by_provider": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "provider": "openai",
                 *       "reason": "not approved for customer data"
                 *     }
                 */
                readonly "application/json": {
                    /** @description name of a provider, in any letter case */
                    readonly provider: string;
                    /** @description told to whoever is refused */
                    readonly reason?: string;
                };
            };
        };
        readonly responses: {
            /** @description Exclude all models of a provider in a project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelExclusion"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "model_exclusion.exclude_by_vendor": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "vendor": "openai",
                 *       "reason": "not approved for customer data"
                 *     }
                 */
                readonly "application/json": {
                    /** @description told to whoever is refused */
                    readonly reason?: string;
                    /** @description name of a vendor, in any letter case */
                    readonly vendor: string;
                };
            };
        };
        readonly responses: {
            /** @description Exclude all models of a vendor in a project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelExclusion"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "model_exclusion.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The project's own rules that exclude models */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelExclusionPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "model_exclusion.list_effective": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All rules that exclude models in a project: its own and those of its organization */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelExclusionPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "oauth_client.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The project's OAuth clients */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthClientPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "oauth_client.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Nightly import",
                 *       "scopes": "task:view task:run offline_access"
                 *     }
                 */
                readonly "application/json": {
                    /** @enum {string} */
                    readonly access_token_type?: "opaque";
                    readonly grant_types?: readonly ("client_credentials" | "authorization_code" | "refresh_token")[];
                    readonly name?: string;
                    /** @enum {string} */
                    readonly pkce_challenge_method?: "S256";
                    readonly pkce_required?: boolean;
                    readonly profile?: string | null;
                    readonly redirect_uris?: readonly string[];
                    readonly scopes?: string | null;
                    /** @enum {string} */
                    readonly token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "none";
                };
            };
        };
        readonly responses: {
            /** @description Register an OAuth client; its secret is shown once */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthClientWithSecret"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "oauth_client.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description OAuth client of the project */
                readonly oauth_client_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read an OAuth client */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthClient"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "oauth_client.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description OAuth client of the project */
                readonly oauth_client_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Hourly import"
                 *     }
                 */
                readonly "application/json": {
                    /** @enum {string} */
                    readonly access_token_type?: "opaque";
                    readonly grant_types?: readonly ("client_credentials" | "authorization_code" | "refresh_token")[];
                    readonly name?: string;
                    /** @enum {string} */
                    readonly pkce_challenge_method?: "S256";
                    readonly pkce_required?: boolean;
                    readonly profile?: string | null;
                    readonly redirect_uris?: readonly string[];
                    readonly scopes?: string | null;
                    /** @enum {string} */
                    readonly token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "none";
                };
            };
        };
        readonly responses: {
            /** @description Change an OAuth client */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthClient"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "oauth_client.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description OAuth client of the project */
                readonly oauth_client_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete an OAuth client and revoke all its tokens */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthClient"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "oauth_client.rotate_secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description OAuth client of the project */
                readonly oauth_client_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": {
                    /** @enum {string} */
                    readonly access_token_type?: "opaque";
                    readonly grant_types?: readonly ("client_credentials" | "authorization_code" | "refresh_token")[];
                    readonly name?: string;
                    /** @enum {string} */
                    readonly pkce_challenge_method?: "S256";
                    readonly pkce_required?: boolean;
                    readonly profile?: string | null;
                    readonly redirect_uris?: readonly string[];
                    readonly scopes?: string | null;
                    /** @enum {string} */
                    readonly token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "none";
                };
            };
        };
        readonly responses: {
            /** @description Give an OAuth client a new secret, shown once; the old one and its tokens end at once */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthClientWithSecret"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.OAUTH_CLIENT_HAS_NO_SECRET"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "oauth_client.iam.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly type?: "user" | "organization" | "project";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description OAuth client of the project */
                readonly oauth_client_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Members that hold roles directly on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "oauth_client.iam.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description OAuth client of the project */
                readonly oauth_client_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One direct member and its roles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "oauth_client.iam.change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description OAuth client of the project */
                readonly oauth_client_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly add?: readonly string[];
                    readonly remove?: readonly string[];
                    /** @description take all roles away before the additions */
                    readonly remove_all?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change the roles of a member */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.LAST_OWNER"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "oauth_client.iam.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description OAuth client of the project */
                readonly oauth_client_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description the caller where it is left out */
                    readonly member?: string;
                    readonly permissions: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "scrape.enable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Make the source that scrapes of the project go by, where there is none yet */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KnowledgeSource"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "scrape.read_run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description run of the source */
                readonly sync_run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description How a scrape stands */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceRun"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "scrape.list_runs": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Scrapes of the project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceRunPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "scrape.start": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "urls": [
                 *         "https://docs.example.com/"
                 *       ],
                 *       "max_crawl_depth": 2
                 *     }
                 */
                readonly "application/json": {
                    /** @description collections that new documents of the source join */
                    readonly collection_ids?: readonly string[];
                    /** @description beginnings of paths that are left out */
                    readonly exclude_paths?: readonly string[];
                    /** @description beginnings of paths that are taken; all where there are none */
                    readonly include_paths?: readonly string[];
                    /** @description links that a page may be away from where the crawl begins; 0 takes those pages alone */
                    readonly max_crawl_depth?: number;
                    /** @description most addresses that a run visits */
                    readonly max_pages?: number;
                    /**
                     * @description how its documents are read
                     * @enum {string}
                     */
                    readonly strategy?: "auto" | "fast" | "hi_res" | "ocr_only";
                    /** @description where a crawl begins; it keeps to the sites of these addresses */
                    readonly urls: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Crawl websites from some addresses on; answers the run at once */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceRun"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.SYNC_RUNNING"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "skill.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                /** @description part of the slug, the name or the description */
                readonly search?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The project's own skills */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SkillPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "display_name": "House style",
                 *       "description": "How we write to customers. Use it for every mail that leaves the house.",
                 *       "instructions": "# House style\n\nWrite in whole sentences. Sign with the team, never with a name."
                 *     }
                 */
                readonly "application/json": {
                    /** @description files that are no text, by their paths */
                    readonly assets?: {
                        readonly [key: string]: {
                            /** @description base64 */
                            readonly content: string;
                            /** @description told by its bytes where they tell it */
                            readonly media_type?: string;
                        };
                    };
                    readonly capabilities?: {
                        /** @description each `{type, required, …}`: `tool` with `name`; `integration` with `integration_type`; `mcp_server` with `server_url` or `slug`, and `name`; `mcp_tool` with the same and `tool_name` */
                        readonly dependencies: readonly {
                            readonly [key: string]: unknown;
                        }[];
                        /** @description 1 */
                        readonly schema_version: number;
                    };
                    readonly compatibility?: string | null;
                    /** @description tells a model when the skill is of use */
                    readonly description?: string;
                    readonly display_name: string;
                    /** @description Markdown that a model follows */
                    readonly instructions: string;
                    readonly license?: string | null;
                    /** @description files of text by their paths in the folder of the skill */
                    readonly reference_docs?: {
                        readonly [key: string]: string;
                    };
                    readonly skill_metadata?: {
                        readonly [key: string]: unknown;
                    };
                    /** @description name in the open format, unique in the project; made from display_name where it is left out */
                    readonly slug?: string;
                };
            };
        };
        readonly responses: {
            /** @description Create a skill with its first active revision */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Skill"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.SKILL_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a skill */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Skill"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "description": "How we write to customers and partners."
                 *     }
                 */
                readonly "application/json": {
                    readonly compatibility?: string | null;
                    /** @description tells a model when the skill is of use */
                    readonly description?: string;
                    readonly display_name?: string;
                    readonly license?: string | null;
                    /** @description name in the open format, unique in the project; made from display_name where it is left out */
                    readonly slug?: string;
                };
            };
        };
        readonly responses: {
            /** @description Edit what a skill is called and when it is of use; what it says is changed by a revision */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Skill"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION.SKILL_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete a skill; runs that used it keep what they were told */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Skill"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.activate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "revision_id": "0192f0c1-2a3b-7c4d-8e5f-60718293a4b5"
                 *     }
                 */
                readonly "application/json": {
                    /** Format: uuid */
                    readonly revision_id: string;
                };
            };
        };
        readonly responses: {
            /** @description Make a revision the active one */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Skill"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.read_content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What the active revision says, with every file */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SkillContent"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The active revision as a zip archive of its folder, in the open format */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/zip": unknown;
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.iam.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly type?: "user" | "organization" | "project";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Members that hold roles directly on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.iam.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One direct member and its roles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.iam.change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly add?: readonly string[];
                    readonly remove?: readonly string[];
                    /** @description take all roles away before the additions */
                    readonly remove_all?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change the roles of a member */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.LAST_OWNER"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.iam.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description the caller where it is left out */
                    readonly member?: string;
                    readonly permissions: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill_revision.list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All revisions of a skill, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SkillRevision"][];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill_revision.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "instructions": "# House style\n\nWrite in whole sentences.",
                 *       "annotation": "shorter"
                 *     }
                 */
                readonly "application/json": {
                    /** @default true */
                    readonly activate?: boolean;
                    readonly annotation?: string | null;
                    /** @description files that are no text, by their paths */
                    readonly assets?: {
                        readonly [key: string]: {
                            /** @description base64 */
                            readonly content: string;
                            /** @description told by its bytes where they tell it */
                            readonly media_type?: string;
                        };
                    };
                    readonly capabilities?: {
                        /** @description each `{type, required, …}`: `tool` with `name`; `integration` with `integration_type`; `mcp_server` with `server_url` or `slug`, and `name`; `mcp_tool` with the same and `tool_name` */
                        readonly dependencies: readonly {
                            readonly [key: string]: unknown;
                        }[];
                        /** @description 1 */
                        readonly schema_version: number;
                    };
                    /** @description Markdown that a model follows */
                    readonly instructions: string;
                    /** @description files of text by their paths in the folder of the skill */
                    readonly reference_docs?: {
                        readonly [key: string]: string;
                    };
                    readonly skill_metadata?: {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
        readonly responses: {
            /** @description Add a revision, which is active at once unless `activate` is false */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SkillRevision"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill_revision.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description revision of the agent */
                readonly revision_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read one revision */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SkillRevision"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.list_available": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                /** @description part of the slug, the name or the description */
                readonly search?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The project's own skills and those of the catalogue */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SkillPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "skill.import": {
        readonly parameters: {
            readonly query?: {
                /** @description whether a skill of the same slug gets a revision; else that is a 409 */
                readonly replace?: boolean;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description a zip archive of the folder of a skill
                     */
                    readonly file: Blob;
                };
            };
        };
        readonly responses: {
            /** @description Import a skill of the open format from a zip archive of its folder */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Skill"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_SKILL"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.SKILL_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE"];
        };
    };
    readonly "tag.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete a tag of whatever kind; it goes from what carries it, and tags below it stand at the top */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.list": {
        readonly parameters: {
            readonly query?: {
                readonly created_by_me?: boolean;
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description also tasks and revisions that were made for a test */
                readonly include_tests?: boolean;
                /** @description part of the name */
                readonly name?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                /** @description id or name of one of its tags */
                readonly tag_id?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description List tasks */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
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
                readonly "application/json": components["schemas"]["TaskCreate"];
            };
        };
        readonly responses: {
            /** @description Create a task with its first active revision */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Task"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.DUPLICATE_TASK_NAME"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent_run.list_project": {
        readonly parameters: {
            readonly query?: {
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                readonly created_after?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                readonly created_before?: string;
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                readonly had_integration_tool_fail?: boolean;
                readonly had_mcp_tool_fail?: boolean;
                readonly had_task_tool_fail?: boolean;
                readonly is_error?: boolean;
                readonly min_duration_ms?: number;
                /** @description most results of a page */
                readonly page_limit?: number;
                /** @description keeps runs that answer calls of this run */
                readonly parent_run_id?: string;
                readonly session_id?: string;
                readonly status?: "queued" | "running" | "waiting_for_human" | "held" | "cancelling" | "completed" | "failed" | "cancelled";
                readonly task_agent_id?: string;
                readonly task_agent_revision_id?: string;
                /** @description keeps runs that answer no call of another, or only those that do */
                readonly top_level?: boolean;
                /** @description keeps runs that this trigger started */
                readonly trigger_id?: string;
                readonly trigger_type?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description List agent runs project-wide */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRunPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description MCP servers of the project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpServerPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Docs",
                 *       "server_url": "https://mcp.example.com/mcp"
                 *     }
                 */
                readonly "application/json": {
                    readonly api_key?: string | null;
                    readonly api_key_header_name?: string | null;
                    /**
                     * @description where the key goes: as a bearer token (default), in a header, or in the query
                     * @enum {string}
                     */
                    readonly api_key_strategy?: "bearer" | "header" | "query";
                    readonly auth_session_id?: string | null;
                    readonly client_id?: string | null;
                    readonly client_secret?: string | null;
                    readonly description?: string;
                    /**
                     * @description allows every tool that the server has now, whether you were shown it or not
                     * @default false
                     */
                    readonly enable_tools?: boolean;
                    /** @description agents are offered the tools of enabled servers only */
                    readonly enabled?: boolean;
                    readonly name: string;
                    /** @description http or https, without credentials; of a private host only where the installation permits it */
                    readonly server_url: string;
                    /** @enum {string} */
                    readonly transport?: "auto" | "streamable_http" | "sse";
                };
            };
        };
        readonly responses: {
            /** @description Create an MCP server, and look at its tools */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpServer"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description MCP server */
                readonly task_mcp_server_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read an MCP server */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpServer"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description MCP server */
                readonly task_mcp_server_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "description": "What is written about our products."
                 *     }
                 */
                readonly "application/json": {
                    readonly api_key?: string | null;
                    readonly api_key_header_name?: string | null;
                    /**
                     * @description where the key goes: as a bearer token (default), in a header, or in the query
                     * @enum {string}
                     */
                    readonly api_key_strategy?: "bearer" | "header" | "query";
                    readonly auth_session_id?: string | null;
                    readonly client_id?: string | null;
                    readonly client_secret?: string | null;
                    readonly description?: string;
                    /** @description agents are offered the tools of enabled servers only */
                    readonly enabled?: boolean;
                    readonly name?: string;
                    /** @description http or https, without credentials; of a private host only where the installation permits it */
                    readonly server_url?: string;
                    /** @enum {string} */
                    readonly transport?: "auto" | "streamable_http" | "sse";
                };
            };
        };
        readonly responses: {
            /** @description Edit an MCP server; its address stays what it is */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpServer"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description MCP server */
                readonly task_mcp_server_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete an MCP server with its credentials; runs that called it stay readable */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpServer"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.iam.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly type?: "user" | "organization" | "project";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description MCP server */
                readonly task_mcp_server_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Members that hold roles directly on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.iam.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description MCP server */
                readonly task_mcp_server_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One direct member and its roles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.iam.change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description MCP server */
                readonly task_mcp_server_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly add?: readonly string[];
                    readonly remove?: readonly string[];
                    /** @description take all roles away before the additions */
                    readonly remove_all?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change the roles of a member */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.LAST_OWNER"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.iam.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description MCP server */
                readonly task_mcp_server_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description the caller where it is left out */
                    readonly member?: string;
                    readonly permissions: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.reauthorize": {
        readonly parameters: {
            readonly query?: {
                /** @description where the browser goes afterwards: a path, or an address of this server */
                readonly redirect_to?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description MCP server */
                readonly task_mcp_server_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Begin to authorize a server, for the first time or anew */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BegunAuthorization"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.MCP_AUTHORIZATION_FAILED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.refresh": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description MCP server */
                readonly task_mcp_server_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Look at the tools of a server again */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefreshedMcpServer"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.authorize": {
        readonly parameters: {
            readonly query: {
                /** @description where the browser goes afterwards: a path, or an address of this server */
                readonly redirect_to?: string;
                /** @description http or https, without credentials; of a private host only where the installation permits it */
                readonly server_url: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Begin to authorize a server that is not made yet */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BegunAuthorization"];
                };
            };
            /** @description Found */
            readonly 302: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MCP_AUTHORIZATION_FAILED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.list_catalog": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description MCP servers that are known to the public, by slug */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpCatalogueEntryPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.read_catalog": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description slug of an entry of the catalogue */
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One MCP server that is known to the public */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpCatalogueEntry"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.discover": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "server_url": "https://mcp.example.com/mcp"
                 *     }
                 */
                readonly "application/json": {
                    readonly api_key?: string | null;
                    readonly api_key_header_name?: string | null;
                    /**
                     * @description where the key goes: as a bearer token (default), in a header, or in the query
                     * @enum {string}
                     */
                    readonly api_key_strategy?: "bearer" | "header" | "query";
                    readonly auth_session_id?: string | null;
                    /** @description http or https, without credentials; of a private host only where the installation permits it */
                    readonly server_url: string;
                };
            };
        };
        readonly responses: {
            /** @description Look at the tools of a server before it is made */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpDiscovery"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.MCP_SERVER_FAILED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_tool.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly task_mcp_server_id?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Tools of the MCP servers of the project, or of one of them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpToolPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_tool.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Search",
                 *       "task_mcp_server_id": "0190a000-0000-7000-8000-000000000000",
                 *       "tool_name": "search"
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string | null;
                    /**
                     * @description allows the tool as the server has it
                     * @default true
                     */
                    readonly enabled?: boolean;
                    readonly name: string;
                    /** @description calls change nothing, so that the default policy asks nobody */
                    readonly read_only?: boolean;
                    /** Format: uuid */
                    readonly task_mcp_server_id: string;
                    /** @description what the server calls it */
                    readonly tool_name: string;
                };
            };
        };
        readonly responses: {
            /** @description Allow a tool of an MCP server by name */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpTool"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.MCP_TOOL_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_tool.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tool of an MCP server */
                readonly task_mcp_tool_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a tool, with what it has become where that waits for acceptance */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpTool"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_tool.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tool of an MCP server */
                readonly task_mcp_tool_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "read_only": true
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string | null;
                    /** @description true allows a new tool, and accepts what a changed one has become */
                    readonly enabled?: boolean;
                    readonly name?: string | null;
                    /** @description calls change nothing, so that the default policy asks nobody */
                    readonly read_only?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Edit a tool; enabling it allows it as it is */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpTool"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_tool.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tool of an MCP server */
                readonly task_mcp_tool_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete a tool here; it comes back when it is created again */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpTool"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_run.list_project": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                readonly end_date?: string;
                /** @description a trigger’s id keeps the runs it started; true shows `event_trigger_id` in each record */
                readonly include_event_trigger_id?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                readonly start_date?: string;
                readonly status?: "success" | "error";
                readonly task_id?: string;
                readonly task_revision_id?: string;
                /** @description keeps runs that this trigger started */
                readonly trigger_id?: string;
                readonly trigger_type?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description List runs project-wide; the last 7 days unless start_date is given */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskRunPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                /** @description with what ran in the last seven days */
                readonly seven_day_summary?: boolean;
                /** @description id or name of one of its tags */
                readonly tag_id?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description List agents */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
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
                readonly "application/json": components["schemas"]["AgentCreate"];
            };
        };
        readonly responses: {
            /** @description Create an agent with its first active revision */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Agent"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read an agent with its revisions */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Agent"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "instruction": "You help with sums of any size."
                 *     }
                 */
                readonly "application/json": {
                    /** Format: uuid */
                    readonly active_revision_id?: string;
                    readonly agent_tools?: readonly {
                        /** Format: uuid */
                        readonly task_agent_id: string;
                        /**
                         * @description null follows the active revision
                         * @default null
                         */
                        readonly task_agent_revision_id?: string | null;
                    }[];
                    readonly approval_policy?: components["schemas"]["ApprovalPolicy"];
                    readonly builtin_tools?: readonly string[];
                    readonly collections?: readonly {
                        /** Format: uuid */
                        readonly collection_id: string;
                    }[];
                    readonly description?: string;
                    readonly fallback_llm_model_id?: string | null;
                    readonly instruction?: string;
                    readonly integrations?: readonly {
                        /**
                         * @description ids of its tools; null for all that are enabled, also those that are enabled later
                         * @default null
                         */
                        readonly allowed_tool_ids?: readonly string[] | null;
                        /** Format: uuid */
                        readonly project_integration_id: string;
                    }[];
                    readonly llm_config?: {
                        readonly frequency_penalty?: number | null;
                        readonly include_thoughts?: boolean | null;
                        readonly inference_geo?: ("global" | "us") | null;
                        readonly max_tokens?: number | null;
                        readonly media_resolution?: ("low" | "medium" | "high") | null;
                        readonly min_p?: number | null;
                        readonly parallel_tool_calls?: boolean | null;
                        readonly presence_penalty?: number | null;
                        readonly prompt_cache_key?: string | null;
                        readonly prompt_cache_ttl?: ("30m" | "12h") | null;
                        readonly prompt_caching?: boolean | null;
                        readonly reasoning_effort?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max") | null;
                        readonly reasoning_summary?: ("auto" | "concise" | "detailed") | null;
                        readonly repetition_penalty?: number | null;
                        readonly safety_threshold?: ("low" | "medium" | "high" | "none" | "off") | null;
                        readonly seed?: number | null;
                        readonly service_tier?: ("auto" | "default" | "flex" | "priority" | "standard" | "standard_only") | null;
                        readonly stop?: readonly string[] | null;
                        readonly temperature?: number | null;
                        readonly thinking_budget?: number | null;
                        readonly top_k?: number | null;
                        readonly top_p?: number | null;
                        readonly verbosity?: ("low" | "medium" | "high") | null;
                    };
                    /** @description id, name or alias of a model */
                    readonly llm_model_id?: string;
                    readonly max_credits?: (string | number) | null;
                    readonly max_turns?: number;
                    readonly mcp_servers?: readonly {
                        /**
                         * @description null allows every tool of the server that is enabled, now and later
                         * @default null
                         */
                        readonly allowed_tool_ids?: readonly string[] | null;
                        /** Format: uuid */
                        readonly task_mcp_server_id: string;
                    }[];
                    readonly memory_config?: {
                        readonly max_events?: number;
                    };
                    /** @enum {string} */
                    readonly memory_strategy?: "sliding_window" | "compaction";
                    /** @enum {string} */
                    readonly mode?: "agentic" | "sequential";
                    readonly name?: string;
                    readonly skills?: readonly {
                        /** Format: uuid */
                        readonly skill_id: string;
                        /**
                         * @description null follows the active revision; a run keeps the one that it began with
                         * @default null
                         */
                        readonly skill_revision_id?: string | null;
                    }[];
                    /** @description names or ids of tags; a new name becomes a tag */
                    readonly tags?: readonly string[];
                    /** @enum {string} */
                    readonly task_agent_run_visibility?: "owner_only" | "editors_and_owners" | "all_viewers";
                    readonly task_tools?: readonly {
                        /** @default false */
                        readonly is_output_formatter?: boolean;
                        /** Format: uuid */
                        readonly task_id: string;
                    }[];
                };
            };
        };
        readonly responses: {
            /** @description Edit an agent; configuration adds an inactive revision, active_revision_id is sent alone */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Agent"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete an agent, keeping its run history; unfinished runs are stopped */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Agent"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "approval_request.list": {
        readonly parameters: {
            readonly query?: {
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                readonly created_after?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                readonly created_before?: string;
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly run_id?: string;
                readonly session_id?: string;
                readonly status?: "pending" | "approved" | "rejected" | "expired" | "cancelled";
                readonly tool_type?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One agent's approval requests */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovalRequestPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "approval_request.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description approval request of the agent */
                readonly approval_request_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read an approval request */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovalRequest"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "approval_request.approve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description approval request of the agent */
                readonly approval_request_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "decision_note": "checked against the invoice"
                 *     }
                 */
                readonly "application/json": {
                    readonly arguments?: {
                        readonly [key: string]: unknown;
                    } | null;
                    /** @description the digest of what was shown; a different one is a 409 */
                    readonly arguments_digest?: string;
                    readonly decision_note?: string | null;
                    readonly message?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Approve a tool call, with edited arguments where the reviewer changed them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovalRequest"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.APPROVAL_REQUEST_NOT_PENDING.ALREADY_DECIDED.ARGUMENTS_DIGEST_MISMATCH"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "approval_request.reject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description approval request of the agent */
                readonly approval_request_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "decision_note": "wrong account"
                 *     }
                 */
                readonly "application/json": {
                    readonly decision_note?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Reject a tool call; the policy says whether the model is told or the run ends */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovalRequest"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.APPROVAL_REQUEST_NOT_PENDING.ALREADY_DECIDED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "approval_request.resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description the id of the last event that a stream gave: it goes on after it */
                readonly "Last-Event-ID"?: components["parameters"]["LastEventId"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                readonly Prefer?: components["parameters"]["Prefer"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description approval request of the agent */
                readonly approval_request_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "message": "Round the result, please."
                 *     }
                 */
                readonly "application/json": {
                    readonly message?: string | null;
                    readonly session_id?: string | null;
                    readonly task_agent_run_id?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Follow the run from its pause on; restarts one that is held, decides nothing */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRun"];
                    readonly "text/event-stream": components["schemas"]["RunStreamEvent"];
                };
            };
            /** @description Follow the run from its pause on; restarts one that is held, decides nothing */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRun"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.RUN_NOT_WAITING"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "task_agent.iam.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly type?: "user" | "organization" | "project";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Members that hold roles directly on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.iam.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One direct member and its roles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.iam.change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly add?: readonly string[];
                    readonly remove?: readonly string[];
                    /** @description take all roles away before the additions */
                    readonly remove_all?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change the roles of a member */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.LAST_OWNER"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.iam.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description the caller where it is left out */
                    readonly member?: string;
                    readonly permissions: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.revision.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description List revisions, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRevisionPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.revision.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description revision of the agent */
                readonly revision_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a revision */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRevision"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.revision.provision": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description revision of the agent */
                readonly revision_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Look once more for what the skills of a revision need, by the rights of the caller */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRevisionProvisioning"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent_run.list": {
        readonly parameters: {
            readonly query?: {
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                readonly created_after?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                readonly created_before?: string;
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                readonly had_integration_tool_fail?: boolean;
                readonly had_mcp_tool_fail?: boolean;
                readonly had_task_tool_fail?: boolean;
                readonly is_error?: boolean;
                readonly min_duration_ms?: number;
                /** @description most results of a page */
                readonly page_limit?: number;
                /** @description keeps runs that answer calls of this run */
                readonly parent_run_id?: string;
                readonly session_id?: string;
                readonly status?: "queued" | "running" | "waiting_for_human" | "held" | "cancelling" | "completed" | "failed" | "cancelled";
                readonly task_agent_revision_id?: string;
                /** @description keeps runs that answer no call of another, or only those that do */
                readonly top_level?: boolean;
                /** @description keeps runs that this trigger started */
                readonly trigger_id?: string;
                readonly trigger_type?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description List one agent's runs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRunPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent_run.create": {
        readonly parameters: {
            readonly query?: {
                readonly revision_id?: string;
            };
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                readonly Prefer?: components["parameters"]["Prefer"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "message": "Please use calculator {\"expression\": \"6*7\"} and tell me the answer."
                 *     }
                 */
                readonly "application/json": {
                    readonly message: string;
                    readonly revision_id?: string | null;
                    readonly session_id?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Run an agent on a message */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRun"];
                    readonly "text/event-stream": components["schemas"]["RunStreamEvent"];
                };
            };
            /** @description Run an agent on a message */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRun"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 402: components["responses"]["402.INSUFFICIENT_CREDITS.TRIAL_ENDED"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.SESSION_REVISION_MISMATCH.SESSION_BUSY.MODEL_EXCLUDED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "task_agent_run.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description run of the agent */
                readonly run_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a run: status, what it waits for, output, timings and cost */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRun"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent_run.cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                readonly Prefer?: components["parameters"]["Prefer"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description run of the agent */
                readonly run_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Stop a run and answer the receipt */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRunReceipt"];
                };
            };
            /** @description Stop a run and answer the receipt */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRunReceipt"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.RUN_ENDED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "task_agent_run.effects": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description run of the agent */
                readonly run_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The run's side-effect ledger */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EffectPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent_run.events": {
        readonly parameters: {
            readonly query?: {
                readonly after?: number;
                readonly cursor?: string;
                readonly deltas?: boolean;
                readonly follow?: boolean;
                /** @description also the events of the session's runs before */
                readonly include_history?: boolean;
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description the id of the last event that a stream gave: it goes on after it */
                readonly "Last-Event-ID"?: components["parameters"]["LastEventId"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description run of the agent */
                readonly run_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A run's events: as JSON, or as a stream to follow or resume */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunEvents"];
                    readonly "text/event-stream": components["schemas"]["RunStreamEvent"];
                };
            };
            /** @description A run's events: as JSON, or as a stream to follow or resume */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent_run.file": {
        readonly parameters: {
            readonly query?: {
                /** @description show it in place: images, PDF and plain text only */
                readonly inline?: boolean;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description name of a file */
                readonly file_name: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description run of the agent */
                readonly run_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Download a file of a run */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": unknown;
                };
            };
            /** @description Download a file of a run */
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": unknown;
                };
            };
            /** @description Not Modified */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 416: components["responses"]["416.RANGE_NOT_SATISFIABLE"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE.FILE_DAMAGED"];
        };
    };
    readonly "task_agent_run.resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description the id of the last event that a stream gave: it goes on after it */
                readonly "Last-Event-ID"?: components["parameters"]["LastEventId"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                readonly Prefer?: components["parameters"]["Prefer"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description run of the agent */
                readonly run_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "message": "The key is valid again."
                 *     }
                 */
                readonly "application/json": {
                    readonly message?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Let a held run go on, and follow it; also leaves a message for a run that waits */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRun"];
                    readonly "text/event-stream": components["schemas"]["RunStreamEvent"];
                };
            };
            /** @description Let a held run go on, and follow it; also leaves a message for a run that waits */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRun"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.RUN_NOT_WAITING"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "task_agent_session.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description List an agent's sessions */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SessionPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent_session.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description session of the agent */
                readonly session_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a session with its newest runs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SessionWithRuns"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent_session.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description session of the agent */
                readonly session_id: string;
                /** @description agent of the project */
                readonly task_agent_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete a session with its runs; refused while one is active */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Session"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.SESSION_BUSY"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "approval_request.list_project": {
        readonly parameters: {
            readonly query?: {
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                readonly created_after?: string;
                /** @description ISO 8601 in UTC; a date alone or a time without an offset is UTC */
                readonly created_before?: string;
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly run_id?: string;
                readonly session_id?: string;
                readonly status?: "pending" | "approved" | "rejected" | "expired" | "cancelled";
                readonly task_agent_id?: string;
                readonly tool_type?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Approval requests of the project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovalRequestPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.tag.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Tags for agents, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TagPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.tag.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "billing",
                 *       "description": "Whatever has to do with invoices."
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string;
                    readonly name: string;
                    readonly parent_id?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Make a tag for agents */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.TAG_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.tag.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a tag for agents */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.tag.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "description": "Invoices and reminders."
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string;
                    readonly name?: string;
                    readonly parent_id?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Change a tag for agents; what is left out stays */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.TAG_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.tag.add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "entities": []
                 *     }
                 */
                readonly "application/json": {
                    /** @description ids of what it is for */
                    readonly entities: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Put a tag on agents; those that have it keep it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_agent.tag.remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "entities": []
                 *     }
                 */
                readonly "application/json": {
                    /** @description ids of what it is for */
                    readonly entities: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Take a tag off agents; those without it stay so */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.read": {
        readonly parameters: {
            readonly query?: {
                /** @description also revisions that were made for a test */
                readonly include_tests?: boolean;
                /** @description shows only revisions with this tag */
                readonly revision_tag_id?: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a task with its revisions and their weights */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Task"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "user_prompt": "Judge this: {text}",
                 *       "annotation": "shorter prompt"
                 *     }
                 */
                readonly "application/json": {
                    readonly access_token?: string | null;
                    /** @description which revisions serve, with weights that add up to 1 */
                    readonly active_revisions?: readonly {
                        /** Format: uuid */
                        readonly task_revision_id: string;
                        readonly weight: number;
                    }[];
                    readonly annotation?: string | null;
                    readonly description?: string;
                    readonly enabled?: boolean;
                    readonly exposed_to_agents?: boolean;
                    readonly fallback_llm_config?: {
                        readonly frequency_penalty?: number | null;
                        readonly include_thoughts?: boolean | null;
                        readonly inference_geo?: ("global" | "us") | null;
                        readonly max_tokens?: number | null;
                        readonly media_resolution?: ("low" | "medium" | "high") | null;
                        readonly min_p?: number | null;
                        readonly parallel_tool_calls?: boolean | null;
                        readonly presence_penalty?: number | null;
                        readonly prompt_cache_key?: string | null;
                        readonly prompt_cache_ttl?: ("30m" | "12h") | null;
                        readonly prompt_caching?: boolean | null;
                        readonly reasoning_effort?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max") | null;
                        readonly reasoning_summary?: ("auto" | "concise" | "detailed") | null;
                        readonly repetition_penalty?: number | null;
                        readonly safety_threshold?: ("low" | "medium" | "high" | "none" | "off") | null;
                        readonly seed?: number | null;
                        readonly service_tier?: ("auto" | "default" | "flex" | "priority" | "standard" | "standard_only") | null;
                        readonly stop?: readonly string[] | null;
                        readonly temperature?: number | null;
                        readonly thinking_budget?: number | null;
                        readonly top_k?: number | null;
                        readonly top_p?: number | null;
                        readonly verbosity?: ("low" | "medium" | "high") | null;
                    } | null;
                    readonly fallback_llm_model_id?: string | null;
                    /** @enum {string} */
                    readonly file_input_mode?: "none" | "image" | "pdf" | "image_or_pdf" | "any";
                    readonly image_required?: boolean;
                    readonly input_processors?: readonly {
                        readonly config?: {
                            readonly [key: string]: unknown;
                        };
                        /** @description name of an input processor */
                        readonly input_processor: string;
                        /** @description variable of the prompts whose value it makes */
                        readonly param_name: string;
                    }[];
                    readonly llm_config?: {
                        readonly frequency_penalty?: number | null;
                        readonly include_thoughts?: boolean | null;
                        readonly inference_geo?: ("global" | "us") | null;
                        readonly max_tokens?: number | null;
                        readonly media_resolution?: ("low" | "medium" | "high") | null;
                        readonly min_p?: number | null;
                        readonly parallel_tool_calls?: boolean | null;
                        readonly presence_penalty?: number | null;
                        readonly prompt_cache_key?: string | null;
                        readonly prompt_cache_ttl?: ("30m" | "12h") | null;
                        readonly prompt_caching?: boolean | null;
                        readonly reasoning_effort?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max") | null;
                        readonly reasoning_summary?: ("auto" | "concise" | "detailed") | null;
                        readonly repetition_penalty?: number | null;
                        readonly safety_threshold?: ("low" | "medium" | "high" | "none" | "off") | null;
                        readonly seed?: number | null;
                        readonly service_tier?: ("auto" | "default" | "flex" | "priority" | "standard" | "standard_only") | null;
                        readonly stop?: readonly string[] | null;
                        readonly temperature?: number | null;
                        readonly thinking_budget?: number | null;
                        readonly top_k?: number | null;
                        readonly top_p?: number | null;
                        readonly verbosity?: ("low" | "medium" | "high") | null;
                    };
                    /** @description id, name or alias of a model */
                    readonly llm_model_id?: string;
                    readonly name?: string;
                    /** @description large images are scaled down before the model sees them */
                    readonly optimise_images?: boolean;
                    readonly output_format?: {
                        readonly [key: string]: unknown;
                    } | null;
                    /**
                     * @description json where an output_format is given, else text
                     * @enum {string}
                     */
                    readonly output_modality?: "json" | "image" | "audio" | "pdf" | "text" | "csv";
                    readonly public?: boolean;
                    readonly rag?: components["schemas"]["TaskRag"] | null;
                    /** @description each stands on one revision of the task: one that another revision has moves */
                    readonly revision_tags?: readonly string[];
                    readonly rotate_access_token?: boolean;
                    readonly system_prompt?: string;
                    /** @description names or ids of tags; a new name becomes a tag */
                    readonly tags?: readonly string[];
                    readonly task_forwarder_id?: string | null;
                    /** @enum {string} */
                    readonly task_run_visibility?: "owner_only" | "editors_and_owners" | "all_viewers";
                    /** @description of a new task or of the revision that an edit adds: made for a test and left out unless `include_tests` asks */
                    readonly test?: boolean;
                    readonly tool_choice?: ("auto" | "none" | "required") | null;
                    /** @description may hold `{variable}` places */
                    readonly user_prompt?: string;
                };
            };
        };
        readonly responses: {
            /** @description Edit a task; revision fields add an inactive revision, active_revisions set which serve */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Task"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.DUPLICATE_TASK_NAME"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete a task with its triggers; its runs stay readable, unfinished ones are stopped */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Task"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.iam.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly type?: "user" | "organization" | "project";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Members that hold roles directly on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.iam.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One direct member and its roles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.iam.change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description `<subject_type>:<subject_id>` */
                readonly member: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "add": [
                 *         "viewer"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly add?: readonly string[];
                    readonly remove?: readonly string[];
                    /** @description take all roles away before the additions */
                    readonly remove_all?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change the roles of a member */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.INVALID_MEMBER.INVALID_SUBJECT_TYPE.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_ROLE.MULTIPLE_ROLES_NOT_ALLOWED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.LAST_OWNER"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.iam.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "view",
                 *         "edit",
                 *         "view_members"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description the caller where it is left out */
                    readonly member?: string;
                    readonly permissions: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Which of these permissions the caller, or the named member, holds on it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeldPermissions"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_MEMBER.INVALID_SUBJECT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_revision.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
                /** @description revision of the task */
                readonly task_revision_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a revision of a task */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskRevision"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_revision.compare": {
        readonly parameters: {
            readonly query?: {
                /** @description what it is compared with; the revision that serves most when left out */
                readonly base_revision_id?: string;
                /** @description most pairs of runs */
                readonly pairs?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
                /** @description revision of the task */
                readonly task_revision_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Compare a revision with another one: the fields that differ, and what both made of the same inputs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskRevisionComparison"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_revision.tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
                /** @description revision of the task */
                readonly task_revision_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "revision_tags": [
                 *         "production"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description each stands on one revision of the task: one that another revision has moves */
                    readonly revision_tags: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Tag a revision; nothing else of it changes, and no new one is made */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskRevision"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.rollback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description an entry of what served; the one before when left out
                     */
                    readonly serving_id?: string;
                };
            };
        };
        readonly responses: {
            /** @description Have the revisions serve again that served before, with their weights */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Task"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.NOTHING_TO_ROLL_BACK"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "task_run.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description List one task's runs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskRunPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_run.create": {
        readonly parameters: {
            readonly query?: {
                readonly reporting_group?: string;
                readonly revision_id?: string;
                readonly revision_tag?: string;
                readonly use_fallback_model?: boolean;
            };
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                readonly Prefer?: components["parameters"]["Prefer"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "task_input": {
                 *         "text": "What a fine day."
                 *       },
                 *       "task_reference": "ticket 4711"
                 *     }
                 */
                readonly "application/json": {
                    readonly task_files?: readonly {
                        /** @description base64 */
                        readonly content: string;
                        readonly media_type?: string;
                        readonly name: string;
                    }[];
                    readonly task_input: {
                        readonly [key: string]: unknown;
                    };
                    readonly task_reference?: string | null;
                };
                readonly "multipart/form-data": {
                    readonly task_file?: readonly Blob[];
                    /** @description a JSON object */
                    readonly task_input: string;
                    readonly task_reference?: string;
                };
            };
        };
        readonly responses: {
            /** @description Run a task and answer with its result */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskRun"];
                };
            };
            /** @description Run a task and answer with its result */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskRun"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 402: components["responses"]["402.INSUFFICIENT_CREDITS.TRIAL_ENDED"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.TASK_DISABLED.MODEL_EXCLUDED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER.FILE_STORE_UNAVAILABLE"];
        };
    };
    readonly "task_run.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
                /** @description run of the task */
                readonly task_run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read one run */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskRun"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_run.cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description a repeat under the same key within 24 hours acts no second time */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async` answers 202 at once, `wait=n` after n seconds at the latest */
                readonly Prefer?: components["parameters"]["Prefer"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
                /** @description run of the task */
                readonly task_run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Stop a run and answer the receipt */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskRunReceipt"];
                };
            };
            /** @description Stop a run and answer the receipt */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskRunReceipt"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.IDEMPOTENCY_KEY_REUSED.RUN_ENDED"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.IDEMPOTENCY_KEY_TAKEN_OVER"];
        };
    };
    readonly "task_run.file": {
        readonly parameters: {
            readonly query?: {
                /** @description show it in place: images, PDF and plain text only */
                readonly inline?: boolean;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description name of a file */
                readonly file_name: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
                /** @description run of the task */
                readonly task_run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Download a file of a run */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": unknown;
                };
            };
            /** @description Download a file of a run */
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": unknown;
                };
            };
            /** @description Not Modified */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 416: components["responses"]["416.RANGE_NOT_SATISFIABLE"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE.FILE_DAMAGED"];
        };
    };
    readonly "task.list_serving": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description task of the project */
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Which revisions served with which weights, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskServingPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.tag.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Tags for tasks, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TagPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.tag.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "billing",
                 *       "description": "Whatever has to do with invoices."
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string;
                    readonly name: string;
                    readonly parent_id?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Make a tag for tasks */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.TAG_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.tag.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a tag for tasks */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.tag.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "description": "Invoices and reminders."
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string;
                    readonly name?: string;
                    readonly parent_id?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Change a tag for tasks; what is left out stays */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.TAG_ALREADY_EXISTS"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.tag.add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "entities": []
                 *     }
                 */
                readonly "application/json": {
                    /** @description ids of what it is for */
                    readonly entities: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Put a tag on tasks; those that have it keep it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task.tag.remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description tag of the project */
                readonly tag_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "entities": []
                 *     }
                 */
                readonly "application/json": {
                    /** @description ids of what it is for */
                    readonly entities: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Take a tag off tasks; those without it stay so */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tag"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "trigger.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly limit?: number;
                /** @description the same as `limit`, before which it goes */
                readonly page_limit?: number;
                readonly target_id?: string;
                readonly target_type?: "task" | "task_agent";
                readonly trigger_type?: "webhook" | "schedule";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Triggers of the project, of all kinds */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TriggerPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "trigger.schedule.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Morning report",
                 *       "target_type": "task",
                 *       "target_id": "01920000-0000-7000-8000-000000000000",
                 *       "cron_expression": "0 7 * * 1-5",
                 *       "timezone": "Europe/Berlin",
                 *       "task_input": {
                 *         "text": "What happened yesterday"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * @description times that nothing looked for within a minute: skip starts none of them, once the last one, all the last 100 in their order. once at first
                     * @enum {string}
                     */
                    readonly catch_up?: "skip" | "once" | "all";
                    /** @description five plain cron fields (minute, hour, day of the month, month, day of the week), or an ISO 8601 duration from one time to the next, PT1M at least */
                    readonly cron_expression: string;
                    readonly description?: string;
                    readonly expires_at?: string | null;
                    readonly name: string;
                    /**
                     * @description allow: each time starts a run; skip: none while one that it started has not ended. allow at first
                     * @enum {string}
                     */
                    readonly overlap?: "allow" | "skip";
                    /**
                     * @description a paused trigger starts nothing
                     * @enum {string}
                     */
                    readonly status?: "active" | "paused";
                    /**
                     * Format: uuid
                     * @description the task or agent that it runs; it never changes
                     */
                    readonly target_id: string;
                    /** @enum {string} */
                    readonly target_type: "task" | "task_agent";
                    readonly task_agent_revision_id?: string | null;
                    /** @description what each run is run on: a task's input, or an agent's `message` alone */
                    readonly task_input?: {
                        readonly [key: string]: unknown;
                    };
                    /** @description time zone of the IANA database that the fields are meant in; UTC at first */
                    readonly timezone?: string;
                };
            };
        };
        readonly responses: {
            /** @description Create a trigger that runs a task or an agent again and again */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScheduleTrigger"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "trigger.schedule.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description trigger of the project */
                readonly trigger_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a schedule trigger */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScheduleTrigger"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "trigger.schedule.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description trigger of the project */
                readonly trigger_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "status": "paused"
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * @description times that nothing looked for within a minute: skip starts none of them, once the last one, all the last 100 in their order. once at first
                     * @enum {string}
                     */
                    readonly catch_up?: "skip" | "once" | "all";
                    /** @description five plain cron fields (minute, hour, day of the month, month, day of the week), or an ISO 8601 duration from one time to the next, PT1M at least */
                    readonly cron_expression?: string;
                    readonly description?: string;
                    readonly expires_at?: string | null;
                    readonly name?: string;
                    /**
                     * @description allow: each time starts a run; skip: none while one that it started has not ended. allow at first
                     * @enum {string}
                     */
                    readonly overlap?: "allow" | "skip";
                    /**
                     * @description a paused trigger starts nothing
                     * @enum {string}
                     */
                    readonly status?: "active" | "paused";
                    readonly task_agent_revision_id?: string | null;
                    /** @description what each run is run on: a task's input, or an agent's `message` alone */
                    readonly task_input?: {
                        readonly [key: string]: unknown;
                    };
                    /** @description time zone of the IANA database that the fields are meant in; UTC at first */
                    readonly timezone?: string;
                };
            };
        };
        readonly responses: {
            /** @description Edit a schedule trigger; its next time goes by it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScheduleTrigger"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "trigger.schedule.delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description trigger of the project */
                readonly trigger_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Delete a schedule trigger with its events; runs that it started go on and stay readable */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScheduleTrigger"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "trigger.schedule.events": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly limit?: number;
                /** @description the same as `limit`, before which it goes */
                readonly page_limit?: number;
                readonly status?: "accepted" | "duplicate" | "rejected" | "completed" | "failed";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description trigger of the project */
                readonly trigger_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Events of a schedule trigger, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["TriggerEvent"][];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "trigger.schedule.event": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description event of the trigger */
                readonly event_id: string;
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
                /** @description trigger of the project */
                readonly trigger_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read an event of a schedule trigger */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TriggerEvent"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "trigger.schedule.list_events": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                readonly status?: "accepted" | "duplicate" | "rejected" | "completed" | "failed";
                readonly target_id?: string;
                readonly target_type?: "task" | "task_agent";
                readonly trigger_type?: "webhook" | "schedule";
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description organization */
                readonly org_id: string;
                /** @description project of the organization */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Events of all schedule triggers of the project, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TriggerEventPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "partner.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Partners, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PartnerPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "partner.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Northwind",
                 *       "description": "Brings customers in the north."
                 *     }
                 */
                readonly "application/json": {
                    readonly description: string;
                    readonly name: string;
                };
            };
        };
        readonly responses: {
            /** @description Add a partner */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Partner"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "partner.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description partner */
                readonly partner_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a partner */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Partner"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "partner.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description partner */
                readonly partner_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "description": "Brings customers in the north and east."
                 *     }
                 */
                readonly "application/json": {
                    readonly description?: string;
                    readonly name?: string;
                };
            };
        };
        readonly responses: {
            /** @description Change a partner; what is left out stays */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Partner"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "catalog_skill.list": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
                /** @description part of the slug, the name or the description */
                readonly search?: string;
                /** @description where they come from */
                readonly source?: string;
                /** @description words all of which a skill has to carry */
                readonly tag?: readonly string[];
                /** @description the same as `tag` */
                readonly tags?: readonly string[];
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Skills of the catalogue, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SkillPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "catalog_skill.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read a skill of the catalogue */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Skill"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "catalog_skill.read_content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What a skill of the catalogue says, with every file */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SkillContent"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "catalog_skill.export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A skill of the catalogue as a zip archive of its folder */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/zip": unknown;
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "catalog_skill_revision.list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All revisions of a skill of the catalogue, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SkillRevision"][];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "catalog_skill_revision.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description revision of the agent */
                readonly revision_id: string;
                /** @description skill */
                readonly skill_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Read one revision of a skill of the catalogue */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SkillRevision"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "catalog_skill.list_sources": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Where the skills of the catalogue come from */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SkillCount"][];
                };
            };
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "catalog_skill.list_tags": {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before, of the same list with the same filters; leave out for the first page */
                readonly cursor?: string;
                /** @description most results of a page */
                readonly page_limit?: number;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Words that skills of the catalogue carry, by name */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SkillCountPage"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_CURSOR"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "task_mcp_server.callback": {
        readonly parameters: {
            readonly query: {
                /** @description missing where the authorization server refuses */
                readonly code?: string;
                readonly error?: string;
                readonly error_description?: string;
                readonly iss?: string;
                readonly state: string;
            };
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Where authorization servers send people back to */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndedAuthorization"];
                };
            };
            /** @description Found */
            readonly 302: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400.MCP_AUTHORIZATION_FAILED"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "user.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Your own profile */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnProfile"];
                };
            };
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "user.update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the ETag of the record that the change was made to: of another one it is a 409; `*` for any */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "job_role": "Operations",
                 *       "bio": "Keeps things running."
                 *     }
                 */
                readonly "application/json": {
                    readonly bio?: string | null;
                    readonly job_role?: string | null;
                    readonly name?: string;
                    readonly subscribed_to_newsletter?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Change your own profile */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 409: components["responses"]["409.STALE_VERSION"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "user.avatar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description a JPEG, PNG or GIF image of at most 5 MB
                     */
                    readonly file: Blob;
                };
            };
        };
        readonly responses: {
            /** @description Set your own picture: JPEG, PNG or GIF, at most 5 MB */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_IMAGE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX.FILE_TOO_LARGE"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE"];
        };
    };
    readonly "user.grant.list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What you let OAuth clients do, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["OAuthGrant"][];
                };
            };
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "user.grant.withdraw": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description OAuth client that was granted something */
                readonly client_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Take back what you let an OAuth client do; its tokens end at once */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthGrant"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_IDENTIFIER.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.whoami": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The user or client behind the credential */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Whoami"];
                };
            };
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.request_password_reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "owner@example.com"
                 *     }
                 */
                readonly "application/json": {
                    /** Format: email */
                    readonly email: string;
                };
            };
        };
        readonly responses: {
            /** @description Mail a link for choosing a new password */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.resend_verification": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "new@example.com"
                 *     }
                 */
                readonly "application/json": {
                    /** Format: email */
                    readonly email: string;
                };
            };
        };
        readonly responses: {
            /** @description Mail the link that confirms an address again */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.reset_password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "token": "the token of the link",
                 *       "password": "correct horse battery",
                 *       "withdraw_grants": true
                 *     }
                 */
                readonly "application/json": {
                    readonly password: string;
                    /** @description revoke every API key of the user */
                    readonly revoke_api_keys?: boolean;
                    readonly token: string;
                    /** @description take back what OAuth clients were granted */
                    readonly withdraw_grants?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Choose a new password with the token that was mailed; signs out everywhere */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_LINK"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.sign_in": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "owner@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                readonly "application/json": {
                    /** Format: email */
                    readonly email: string;
                    readonly password: string;
                    readonly remember?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Sign a browser in; the answer sets its session cookie */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.sign_out": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sign this browser out */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 403: components["responses"]["403.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.sign_out_everywhere": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "keep_this": true
                 *     }
                 */
                readonly "application/json": {
                    /** @description leave the session that asks */
                    readonly keep_this?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description End all your browser sessions, this one too */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndedSessions"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 401: components["responses"]["401.UnauthorizedError"];
            readonly 403: components["responses"]["403.PERMISSION_CHECK_FAILED.CROSS_SITE_REQUEST"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.sign_up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "new@example.com",
                 *       "name": "Ada"
                 *     }
                 */
                readonly "application/json": {
                    /** Format: email */
                    readonly email: string;
                    readonly name: string;
                };
            };
        };
        readonly responses: {
            /** @description Ask for an account; a mail leads on */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE"];
            readonly 403: components["responses"]["403.SIGN_UP_CLOSED"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "identity.verify_address": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "token": "the token of the link",
                 *       "password": "correct horse battery"
                 *     }
                 */
                readonly "application/json": {
                    /** @description in place of the one given when signing up */
                    readonly name?: string;
                    readonly password: string;
                    readonly token: string;
                };
            };
        };
        readonly responses: {
            /** @description Confirm an address with the token that was mailed, and choose the password: this makes the account */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
            readonly 400: components["responses"]["400.MALFORMED_BODY.UNSUPPORTED_CONTENT_TYPE.INVALID_LINK"];
            readonly 408: components["responses"]["408.REQUEST_TOO_SLOW"];
            readonly 413: components["responses"]["413.BODY_TOO_LARGE.BODY_TOO_COMPLEX"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 429: components["responses"]["429.RATE_LIMITED"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
    readonly "avatar.read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path: {
                /** @description last part of the address of a picture */
                readonly avatar: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A picture of a user, an organization or a project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/jpeg": unknown;
                    readonly "image/png": unknown;
                };
            };
            /** @description A picture of a user, an organization or a project */
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": unknown;
                };
            };
            /** @description Not Modified */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 404: components["responses"]["404.RESOURCE_NOT_FOUND"];
            readonly 416: components["responses"]["416.RANGE_NOT_SATISFIABLE"];
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE.FILE_STORE_UNAVAILABLE.FILE_DAMAGED"];
        };
    };
    readonly "task_mcp_server.client_metadata": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ - */
                readonly "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What this installation is to authorization servers that take an address for the id of a client */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthClientMetadata"];
                };
            };
            readonly 422: components["responses"]["422.ValidationError"];
            readonly 500: components["responses"]["500.InternalError"];
            readonly 503: components["responses"]["503.DATABASE_UNAVAILABLE"];
        };
    };
}
