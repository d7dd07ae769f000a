/** A rolling action without the TUI. */
export const rollingCommandMessages = {
	readOnly: 'Not sent: this session is read-only.',
	begun: (title: string, atOnce: number, proof: string) =>
		`${title}, ${atOnce} at a time; the next when ${proof}.`,
	deadlineOver: 'The time of --deadline is over.',
	notProved: (servers: string) => ` Asked, and not proved to be done: ${servers}.`,
	notSent: (count: number, rest: string | undefined) =>
		`${count} not sent.${rest === undefined ? '' : ` The rest as a command: ${rest}`}`,
	endedBefore: 'Not sent: the rolling action ended before.',
	whenEnded: (step: string) => `${step} when it was ended`,
};
