export const runs = { title: 'runs' };
