import {
	delayMinutesOf,
	isRolling,
	type ActionActivity,
	type Activity,
	type Json,
} from '../actions/activity.ts';
import type {ActionId} from '../actions/ids.ts';
import {writeDuration} from '../lib/duration.ts';
import {plural} from '../lib/plural.ts';
import {unreadText} from './accepted.ts';
import {minutesText} from './fields.ts';

/**
What happened, as a sentence. It is beside the name of its server; with `server` it names the server itself, as a
notice does.
*/
export function activityText(activity: Activity, server?: string): string {
	switch (activity.type) {
		case 'action':
			return actionText(activity, server);
		case 'stateChange': {
			const {from, to, seenBy} = activity;
			const how = seenBy === undefined ? '' : ` (seen by ${seenBy})`;
			return `${from ?? 'no state'} -> ${to ?? 'no state'}${how}`;
		}
		case 'overdue': {
			const {expected, state} = activity;
			return `${server ?? 'It'} should be ${expected} by now, but is still ${state ?? 'without a state'}.`;
		}
		case 'text':
			return activity.text;
	}
}

function actionText(activity: ActionActivity, server: string | undefined): string {
	const {action, outcome, reason} = activity;
	if (outcome === 'accepted') {
		const unread = reason === undefined ? undefined : unreadText(reason);
		return [acceptedText(activity, server), unread].filter(Boolean).join(' ');
	}
	const name = action === 'api' ? apiText(activity) : actionNames[action];
	return [name, outcomeWords[outcome], reason].filter(part => part !== undefined).join(': ');
}

const intervalText = (seconds: Json | undefined): string =>
	typeof seconds === 'number' ? writeDuration(seconds * 1000) : 'unknown interval';

function acceptedText(activity: ActionActivity, server: string | undefined): string {
	const {action, input, targetCount} = activity;
	const of = server === undefined ? '' : ` of ${server}`;
	const given = (name: string) => {
		const value = input[name];
		return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
	};
	switch (action) {
		case 'start':
		case 'stop':
		case 'restart': {
			const verb = input['force'] === true ? 'Forced stop' : powerVerbs[action];
			if (isRolling(activity)) {
				return `${verb} of ${plural(targetCount, 'server')} started.`;
			}
			const delay = delayMinutesOf(activity);
			return `${verb}${of}${delay === undefined ? '' : ` in ${minutesText(delay)}`} accepted.`;
		}
		case 'rcon':
			return `${given('command') ?? 'The command'} was sent.`;
		case 'broadcast':
			return `Said to ${targetCount > 1 ? plural(targetCount, 'server') : (server ?? 'the players')}.`;
		case 'watch':
			return `Watching ${given('command') ?? 'a command'} every ${intervalText(input['seconds'])}.`;
		case 'create':
			return `Creating ${given('name') ?? 'a server'} was accepted.`;
		case 'rename':
			return `${given('previousName') ?? server ?? 'It'} is now called ${given('name') ?? 'something else'}.`;
		case 'move':
			return `Moving ${server ?? 'it'} was accepted.`;
		case 'update':
			return `Update${of} accepted.`;
		case 'backup':
			return `Backup${of} accepted.`;
		case 'delete-backup':
			return `Deleting a backup${of} was accepted.`;
		case 'delete':
			return `Deleting ${server ?? 'it'} was accepted.`;
		case 'cancel-schedule':
			return `Cancelling the ${given('scheduled') ?? 'act'}${of} was accepted.`;
		case 'cancel-task':
			return `Cancelling ${given('name') ?? given('taskId') ?? 'the task'} was accepted.`;
		case 'invite':
			return `${given('email') ?? 'Somebody'} is invited.`;
		case 'withdraw-invitation':
			return `The invitation of ${given('email') ?? 'somebody'} is withdrawn.`;
		case 'kick':
			return `${given('name') ?? given('memberId') ?? 'A member'} is out of the team.`;
		case 'upload-icon':
			return 'The icon is uploaded.';
		case 'create-automation':
			return `${given('name') ?? 'The automation'} is created.`;
		case 'edit-automation':
			return `${given('name') ?? given('automationId') ?? 'The automation'} is saved.`;
		case 'trigger-automation':
			return `${given('name') ?? given('automationId') ?? 'It'} is triggered.`;
		case 'cancel-run':
			return `${given('name') ?? 'The run'} was asked to end.`;
		case 'api':
			return `${apiText(activity)} was accepted.`;
	}
}

const apiText = ({input: {method, path}}: ActionActivity): string => `api ${String(method)} ${String(path)}`;

const unknown = 'outcome unknown, it may have been carried out';
const outcomeWords = {pending: unknown, unknown, refused: 'refused', failed: 'failed'} as const;

const powerVerbs = {start: 'Start', stop: 'Stop', restart: 'Restart'} as const;

/** What went wrong, in a word or two. */
const actionNames: Readonly<Record<ActionId, string>> = {
	start: 'start',
	stop: 'stop',
	restart: 'restart',
	rcon: 'rcon',
	broadcast: 'broadcast',
	watch: 'watch',
	create: 'create',
	rename: 'rename',
	move: 'move',
	update: 'update',
	backup: 'backup',
	'delete-backup': 'delete backup',
	delete: 'delete',
	'cancel-schedule': 'cancel',
	'cancel-task': 'cancel task',
	invite: 'invite',
	'withdraw-invitation': 'withdraw',
	kick: 'kick',
	'upload-icon': 'icon',
	'create-automation': 'create automation',
	'edit-automation': 'edit automation',
	'trigger-automation': 'trigger',
	'cancel-run': 'cancel run',
	api: 'api',
};
