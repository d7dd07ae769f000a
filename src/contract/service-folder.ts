/** Files in the folder of a local service, beside its records, that the program reads without opening those. */
export const serviceFiles = {
	/** Where the service can be reached while a process runs it. */
	endpoint: 'endpoint.json',
	/** Exists if the records have real servers. */
	hasServers: 'has-servers',
} as const;
