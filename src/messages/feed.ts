/** The state of the feed. */
export const feedMessages = {
	notDelivering: (missed: number) =>
		`The feed is connected but does not deliver: the last ${missed} answers did not arrive. Answers arrive with each poll.`,
};
