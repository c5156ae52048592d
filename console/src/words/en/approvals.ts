export const approvals = { title: 'approvals' };
