import {formatDuration} from '../lib/time/ago.ts';

/** `--wait` of actions that end later. */
export const waitForEndMessages = {
	help: 'Wait until the action has ended, at most 15m or until --deadline',
	jsonHelp: 'Print the result as JSON; with --wait, one JSON value per change, on its own line',
	/** `leftMs`: how much longer it takes, if known. */
	now: (name: string, state: string | undefined, percent: number | undefined, leftMs?: number) =>
		`${name}: ${state ?? 'accepted'}${percent === undefined ? '' : `, ${Math.round(percent)}%`}${leftMs === undefined ? '' : `, ${formatDuration(leftMs)} left`}`,
	done: (name: string, done: string) => `${name}: ${done}`,
	updated: 'updated',
	created: 'installed',
	notCreated: 'the installation failed, and the service has deleted it',
	moved: 'moved',
	backupDeleted: 'backup deleted',
	canceled: 'canceled',
	deleted: 'deleted',
	backedUp: 'backup created',
	restored: 'backup restored',
	succeeded: 'run succeeded',
	noServers: 'the targets matched no servers',
	runEnded: (status: string | undefined, reason: string | undefined, id: string) =>
		`the run ended as ${status ?? 'unknown'}${reason === undefined ? '' : `: ${reason.replace(/\.$/, '')}`}. See: rcondeck run show ${id}`,
	ended: (state: string | undefined) => `it ended as ${state ?? 'unknown'}`,
	failed: (name: string, reason: string) => `${name}: ${reason.replace(/\.$/, '')}.`,
	over: (now: string) => `Stopped waiting; the action was accepted. Last seen: ${now}.`,
	noNode: (server: string) =>
		`The service does not report the node of ${server}, so --wait cannot see the end. Nothing was sent.`,
	serverUnknown:
		'The server was accepted, but the service did not name it, so --wait cannot see its end. See: rcondeck servers',
	runUnknown:
		'The run was accepted, but the service did not name it, so --wait cannot see its end. See: rcondeck runs',
};
