/** Path of the triggers of a project. */
export const TRIGGERS = '/org/{org_id}/project/{project_id}/trigger';
/** Path of deliveries below the base URL. */
export const HOOKS = '/hooks';

/** Path of the triggers of a kind. Its type has the parameters that the paths of all kinds have. */
export const toKindPath = (type: string) => `${TRIGGERS}/${type}` as `${typeof TRIGGERS}/kind`;
