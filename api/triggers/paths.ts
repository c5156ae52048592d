/** Path of the triggers of a project. */
export const TRIGGERS = '/org/{org_id}/project/{project_id}/trigger';
/** Path of deliveries below the base URL. */
export const HOOKS = '/hooks';
