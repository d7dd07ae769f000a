import {yesNoField} from '../../actions/fields.ts';
import {rconPermission} from '../../actions/rcon-line.ts';
import {printableLine} from '../../lib/text.ts';
import type {CustomCommandId} from '../../messages/command-ids.ts';
import {customMessages, customProblems, type CustomCommand} from '../../messages/custom-commands.ts';
import {draft, openLine} from '../console/open-line.ts';
import type {Command} from '../kernel/command.ts';
import {localForm, type Form} from '../kernel/form.ts';
import {notify} from '../kernel/notify.ts';
import type {Program} from '../kernel/program.ts';
import type {KeyOverrides} from '../kernel/settings.ts';
import type {Targets} from '../kernel/targets.ts';
import {fieldOf} from '../kernel/text-field.ts';
import type {State} from '../state.ts';
import {fillWords, problemOfCommand, usesServer} from './fill.ts';
import {runOnServers} from './run-custom.ts';

const customId = ({name}: Pick<CustomCommand, 'name'>): CustomCommandId => `commands.${name}`;

/** Creates the commands of `[commands]`. Their keys come from `keysOf`, as overrides. */
const customCommands = (all: readonly CustomCommand[]): Command[] =>
	all.map((custom): Command => ({
		id: customId(custom),
		keys: [],
		scopes: ['servers', 'console', 'details'],
		group: 'act',
		title: custom.title,
		help: customMessages.help(custom.kind, printableLine(custom.words.join(' '))),
		acts: custom.kind !== 'rcon' && !custom.confirm,
		...(custom.kind !== 'rcondeck' && {danger: true}),
		...(custom.kind === 'rcon' && {needs: rconPermission}),
		blocked: (state, targets) => blocked(custom, state, targets),
		run: (program, targets) => run(custom, program, targets),
	}));

/** Creates the dialogs that ask before a program runs. */
const customForms = (all: readonly CustomCommand[]): Form[] =>
	all
		.filter(({kind}) => kind !== 'rcon')
		.map(custom =>
			localForm({
				id: customId(custom),
				verb: customMessages.verb,
				title: ({servers}) => customMessages.dialogTitle(custom.title, servers.length),
				fields: {
					run: yesNoField(
						customMessages.field,
						customMessages.hint(custom.kind === 'rcondeck', printableLine(custom.words.join(' '))),
						customMessages.no,
						customMessages.yes,
					),
				},
				run: async ({run: isWanted}, {servers}, services) => {
					if (isWanted) void runOnServers(services, custom, servers);
					else notify(services, 'info', customMessages.nothingRun);
				},
			}),
		);

function blocked(custom: CustomCommand, {fleet}: State, {servers}: Targets): string | undefined {
	const problem = problemOfCommand(custom);
	if (problem !== undefined) return problem;
	if (!usesServer(custom.words) && custom.kind !== 'rcon') return undefined;
	if (servers.length === 0) return customProblems.noServer;
	if (custom.kind === 'rcon' && servers.length > 1 && usesServer(custom.words))
		return customProblems.oneServer;
	for (const id of servers) {
		const filled = fillWords(custom, fleet.servers.get(id));
		if ('problem' in filled) return filled.problem;
	}
	return undefined;
}

function run(custom: CustomCommand, program: Program, targets: Targets) {
	if (custom.kind === 'rcon') {
		fillInput(custom, program, targets);
		return undefined;
	}
	const serverIds = usesServer(custom.words) ? targets.servers : targets.servers.slice(0, 1);
	if (custom.confirm || serverIds.length > 1) return {form: customId(custom), serverIds};
	const {servers} = program.store.getState().fleet;
	void runOnServers(
		program,
		custom,
		serverIds.flatMap(id => servers.get(id) ?? []),
	);
	return undefined;
}

/** Puts the line into the command input, which confirms it like any other line. */
function fillInput(custom: CustomCommand, program: Program, targets: Targets): void {
	program.runCommand('app.input', targets);
	const {store} = program;
	const line = openLine(store.getState());
	if (!line) return;
	const server = store.getState().fleet.servers.get(line.serverId);
	const filled = fillWords(custom, server);
	if ('problem' in filled) notify(program, 'warning', filled.problem);
	else draft(program, line.serverId, fieldOf(filled.words.join(' ')));
}

/** The commands, dialogs and keys that `[commands]` adds to a session. Loaded only if it has any. */
export const sessionCommands = {
	commandsOf: customCommands,
	formsOf: customForms,
	/** Returns the keys as overrides, which take the default keys of built-in commands. */
	keysOf: (all: readonly CustomCommand[], keys: KeyOverrides): KeyOverrides => ({
		...Object.fromEntries(
			all.flatMap(custom => (custom.keys.length === 0 ? [] : [[customId(custom), custom.keys]])),
		),
		...keys,
	}),
	/** Returns the problems of commands that can never run. */
	problemsOf: (all: readonly CustomCommand[]): {name: string; message: string}[] =>
		all.flatMap(custom => {
			const message = problemOfCommand(custom);
			return message === undefined ? [] : {name: custom.name, message};
		}),
};
