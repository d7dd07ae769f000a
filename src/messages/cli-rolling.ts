/** A rolling action without the TUI. */
export const rollingCommandMessages = {
	readOnly: 'Not sent: this session is read-only.',
	started: (title: string, atOnce: number, proof: string) =>
		`${title}, ${atOnce} at a time. The next server starts when one is done: ${proof}.`,
	ended: (summary: string) => `${summary}.`,
	deadlineOver: 'The --deadline has passed.',
	notProved: (servers: string) => ` Sent, but not confirmed: ${servers}.`,
	notSent: (count: number, rest: string | undefined) =>
		`${count} not sent.${rest === undefined ? '' : ` To send the rest: ${rest}`}`,
	endedBefore: 'Not sent: the rolling action ended early.',
	whenEnded: (step: string) => `${step} when interrupted`,
};
