/** `rcondeck team` */
export const teamCommandMessages = {
	description: 'Show the team, or change who is in it',
	showDescription: 'Show the team, its members and invitations',
};
