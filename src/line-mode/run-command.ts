import {typedJobActions} from '../contract/models/job.ts';
import {blockedBecause} from '../app/hints.ts';
import {warnOfMissingPermission} from '../app/team/own-permissions.ts';
import type {Answers, FormRequest} from '../app/kernel/dialogs/dialog-id.ts';
import {noTargets, type Targets} from '../app/kernel/state/targets.ts';
import type {CommandId} from '../messages/key-words.ts';
import {askChoice, askForm} from './action-questions.ts';
import {type LineSession, renderLine} from './session.ts';
import {lineFleetMessages, lineMessages, lineQuestionMessages} from '../messages/line-mode.ts';

/** Values from the line: the targets, the item of a menu, and answers that need no question. */
export type CommandInput = {targets?: Partial<Targets>; choice?: string | undefined; answers?: Answers};

/** Returns the targets of a line that names servers. */
export const onServers = (servers: readonly string[]): Partial<Targets> => ({servers, server: servers[0]});

/** Commands that the service accepts for a server that no list contains. */
const takesUnlisted: ReadonlySet<CommandId> = new Set(
	typedJobActions.map(action => `servers.${action}` as const),
);

/**
Runs a command of the TUI on the targets of a line. The same reasons block it, and the fields of its dialog become
questions.
*/
export async function runCommand(
	session: LineSession,
	id: CommandId,
	input: CommandInput = {},
): Promise<void> {
	const {services, print} = session;
	const {store, settings, keymap} = services;
	const command = keymap.commands.find(one => one.id === id);
	if (!command) return;
	const targets = {...noTargets, ...input.targets};
	const state = store.getState();
	const isUnlisted = targets.servers.some(server => !state.fleet.servers.has(server));
	if (isUnlisted && (targets.servers.length > 1 || !takesUnlisted.has(id))) {
		print(lineFleetMessages.unlistedTakes);
		return;
	}
	const blocked = blockedBecause(command, state, targets, settings);
	if (blocked !== undefined) {
		print(lineMessages.warning(renderLine(blocked)));
		return;
	}
	const question = services.runCommand(id, targets);
	warnOfMissingPermission(services, command.needs);
	let request: FormRequest | undefined;
	if (question && 'menu' in question) {
		const chosen = await askChoice(session, services.menus[question.menu], targets, input.choice);
		if (chosen === 'left') {
			print(lineQuestionMessages.nothingChosen);
			return;
		}
		request = chosen;
	} else if (question) request = question;
	if (request) await askForm(session, request, input.answers);
}
