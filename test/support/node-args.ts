/**
 * Arguments of Node for processes of tests. All cores are busy, so garbage collection in several threads costs a tenth
 * of the CPU time and saves none, and a collection after a pause frees memory that no one needs.
 */
export const NODE_ARGS: string[] = ['--single-threaded-gc', '--no-memory-reducer'];
