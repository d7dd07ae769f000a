/** The question before something is changed. */
export const consentMessages = {
	needsYes: (verb: string, why: string) =>
		`Nothing was sent: without a terminal to ask on, ${verb} needs --yes. Add it to confirm.${why}`,
	typeToConfirm: (act: string, word: string) => `${act}? Type ${word} to confirm: `,
	confirm: (act: string) => `${act}? [y/N] `,
	refused: 'Nothing was sent.',
};

/** `--deadline` */
export const deadlineMessages = {
	wrongSeconds: (option: string, most: number) =>
		`${option} takes whole seconds from 1 to ${most}, such as 60.`,
	over: (seconds: string, isRead: boolean) =>
		`The ${seconds} s of --deadline were over before the service had answered${isRead ? '.' : ': it may have been carried out.'}`,
};

/** Which service a command runs on. */
export const sessionMessages = {
	noService:
		'No service is configured. Set RCONDECK_URL and RCONDECK_TOKEN, choose a profile with --profile, or create one with `rcondeck login`. --demo uses a simulated fleet instead.',
	/** Nobody should take a simulated fleet for theirs. */
	onDemo: 'This runs on a simulated fleet, which ends with the command.',
};
