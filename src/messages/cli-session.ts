/** The confirmation before a change. */
export const consentMessages = {
	needsYes: (verb: string, why: string) => `Nothing was sent. Without a terminal, ${verb} needs --yes.${why}`,
	typeToConfirm: (summary: string, word: string) => `${summary}? Type ${word} to confirm: `,
	confirm: (summary: string) => `${summary}? [y/N] `,
	refused: 'Nothing was sent.',
};

/** `--deadline` */
export const deadlineMessages = {
	wrongDuration: (option: string, given: string) =>
		`Invalid duration "${given}" for ${option}. Use 90s, 10m or 2h, from 1s to 1d.`,
	over: (duration: string, isRead: boolean) =>
		`The service did not answer within ${duration} (--deadline).${isRead ? '' : ' It may have run.'}`,
};

/** Which service a command runs on. */
export const sessionMessages = {
	noService:
		'No service is configured. Set RCONDECK_URL and RCONDECK_TOKEN, choose a profile with --profile, create one with `rcondeck login`, or add a server of your own with `rcondeck add`. --demo uses a simulated fleet instead.',
	/** The demo must not be mistaken for real servers. */
	onDemo: 'Using a simulated fleet that ends with the command.',
};
