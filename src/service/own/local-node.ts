/** The node of real servers: this machine. */
export const localNodeId = 'node-local';
