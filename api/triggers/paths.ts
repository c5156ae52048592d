export const TRIGGERS = '/org/{org_id}/project/{project_id}/trigger';
/** Where deliveries arrive, below the base address. */
export const HOOKS = '/hooks';
