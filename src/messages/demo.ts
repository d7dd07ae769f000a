/** The test accounts of the demo, and the names of their applications. */
export const demoAccountMessages = {
	allPermissions: 'All permissions',
	readOnly: 'Read-only',
	noPermissions: 'No permissions',
	noTeam: 'No team',
	anotherTeam: 'Another team',
	unknownCredentials: 'Unknown credentials',
	statusPage: 'status page',
	leftBehind: 'abandoned',
};
