/** `rcondeck team` */
export const teamCommandMessages = {
	description: 'Show the team and manage its members',
	showDescription: 'Show members and invitations',
};
