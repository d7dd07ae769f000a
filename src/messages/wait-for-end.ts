/** `--wait` of actions that end later. */
export const waitForEndMessages = {
	help: 'Wait until it has ended, at most 15m or until the --deadline',
	jsonHelp: 'Print the result as JSON; with --wait, one JSON value per change, on its own line',
	now: (name: string, state: string | undefined, percent: number | undefined) =>
		`${name}: ${state ?? 'accepted'}${percent === undefined ? '' : `, ${Math.round(percent)}%`}`,
	done: (name: string, done: string) => `${name}: ${done}`,
	updated: 'updated',
	deleted: 'deleted',
	backedUp: 'backup created',
	restored: 'backup restored',
	succeeded: 'run succeeded',
	ended: (state: string | undefined) => `it ended as ${state ?? 'unknown'}`,
	failed: (name: string, reason: string) => `${name}: ${reason.replace(/\.$/, '')}.`,
	over: (now: string) => `Stopped waiting; the action was accepted. Last seen: ${now}.`,
	noNode: (server: string) =>
		`The service does not say which node ${server} is on, so --wait cannot see the end. Nothing was sent.`,
	runUnknown:
		'The run was accepted, but the service did not name it, so --wait cannot see its end. See: rcondeck runs',
};
