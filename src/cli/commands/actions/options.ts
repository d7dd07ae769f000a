import {describe} from '../describe.ts';
import {type ByName, emptyRecord} from '../../../lib/json/maps.ts';
import {type Command, Option} from 'commander';
import {type Action, type Problems, problemText, type TargetKind} from '../../../actions/action.ts';
import {type Field, type Position, unitProblem} from '../../../actions/field.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {UsageError} from '../../../lib/errors.ts';
import {type Message, renderMessage, shellSegments} from '../../../messages/text.ts';
import {refuseStray, splitAtDashes} from '../../start/dash-args.ts';
import {CommandError, type ExitCode, exitCodes} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import {addSelector} from '../find/selectors.ts';
import {actionCommandMessages, cliOptionMessages, findMessages, optionGroups} from '../../../messages/cli.ts';
import {playerCommandMessages} from '../../../messages/players.ts';
import type {PlainRequest} from '../../../contract/request.ts';
import {say, writeJson} from '../../output/output.ts';

type Argument = {syntax: string; help: string};

const targetArguments: Partial<Record<TargetKind, Argument>> = {
	servers: {syntax: '[server...]', help: findMessages.serverHelp},
	server: {syntax: '<server>', help: findMessages.serverHelp},
	player: {syntax: '<player>', help: playerCommandMessages.playerHelp},
	member: {
		syntax: '<member>',
		help: actionCommandMessages.memberHelp,
	},
	invitation: {syntax: '<email>', help: actionCommandMessages.invitationHelp},
	automation: {syntax: '<automation>', help: findMessages.nameHelp},
	run: {syntax: '<id>', help: actionCommandMessages.runHelp},
	task: {syntax: '<id>', help: actionCommandMessages.taskHelp},
};

const targetNames: Partial<Record<TargetKind, string>> = {servers: 'SERVER...', player: 'PLAYER'};

type Positioned = {name: string; field: Field<unknown>; position: Position};

const positionalFields = ({fields}: Pick<Action, 'fields'>): Positioned[] =>
	Object.entries(fields).flatMap(([name, field]) =>
		field.position ? [{name, field, position: field.position}] : [],
	);

/** Declares the command of an action. Its arguments, options and help come from the action's fields. */
export function declareAction(parent: Command, action: Action): Command {
	const {words = [], ...texts} = action.command ?? {description: '', examples: []};
	const command = describe(parent.command(words.at(-1) ?? ''), texts);
	const all = positionalFields(action);
	const rest = all.flatMap(({position}) => ('rest' in position ? [position] : []));
	const target = targetArguments[action.target];
	const after = rest
		.map(({rest: syntax}) => actionCommandMessages.helpWithRest(syntax.toLowerCase()))
		.join('');
	if (target) command.argument(target.syntax, target.help + after);
	for (const {rest: syntax} of rest) {
		const name = targetNames[action.target] ?? 'SERVER';
		command.usage(actionCommandMessages.usage(name, syntax));
		if (action.target !== 'servers')
			command.argument(`[${syntax.toLowerCase()}...]`, actionCommandMessages.restHelp);
	}
	for (const {field, position} of all) {
		if ('argument' in position) command.argument(position.argument, position.help);
		if ('option' in position) {
			command.addOption(optionOf(field, position));
		}
	}
	if (action.target === 'servers') addSelector(command);
	return command.option('--dry-run', cliOptionMessages.dryRun);
}

function optionOf(
	field: Field<unknown>,
	{option, help, required, default: value}: Extract<Position, {option: string}>,
): Option {
	const made = new Option(option, help).makeOptionMandatory(required === true);
	if (value !== undefined) made.default(value);
	if (field.forSeveral) made.helpGroup(optionGroups.rolling);
	return field.onlyCommands && Array.isArray(field.choices)
		? made.choices(field.choices.map(({value}) => value))
		: made;
}

/** The parsed command line of an action: text by field, and the names of its targets. */
export type ActionArguments = {
	typed: ByName<string>;
	words: readonly string[];
	/** Server names from options, by field. */
	lists: ByName<readonly string[]>;
};

/**
Parses the command line of an action. `preset`: values by field for what the command line omits. Throws
`UsageError` for a value that is invalid regardless of the service.
*/
export function readActionArguments(
	io: Pick<Io, 'argv'>,
	action: Action,
	options: Readonly<Record<string, unknown>>,
	operands: readonly string[],
	preset: ActionArguments['typed'] = {},
): ActionArguments {
	const all = positionalFields(action);
	const typed = Object.assign(emptyRecord<string>(), preset);
	const lists = emptyRecord<readonly string[]>();
	const rest = all.find(({position}) => 'rest' in position);
	const split =
		rest && splitAtDashes(io.argv, operands, actionCommandMessages.writeRest(helpOf(rest.position)));
	const own = all.filter(({position}) => 'argument' in position);
	const named = split ? split.names : operands;
	const words = named.slice(0, named.length - own.length);
	if (rest && action.target !== 'servers') refuseStray(words, helpOf(rest.position));
	for (const [index, {name}] of own.entries()) typed[name] = named[words.length + index] ?? '';
	if (rest) typed[rest.name] = split?.text ?? preset[rest.name] ?? missingRest(action, rest.position);
	for (const {name, position, field} of all) {
		if (!('option' in position)) continue;
		const option = new Option(position.option);
		const optionValue = options[option.attributeName()];
		// For `--no-await`, commander sets `await` to false.
		const value = option.negate ? optionValue === false || undefined : optionValue;
		if (value === undefined) continue;
		if (Array.isArray(value)) {
			lists[name] = value.map(String);
			continue;
		}
		typed[name] = value === true ? 'yes' : String(value);
		// An omitted field has a default; an empty value usually comes from an unset variable in a script.
		if (typed[name].trim() === '')
			throw new UsageError(actionCommandMessages.optionIsBlank(option.long ?? ''));
		const noUnit = unitProblem(field, typed[name]);
		if (noUnit !== undefined) throw errorOf(action, {[name]: noUnit});
		if (option.required && isEmptyValue(field, typed[name])) {
			throw new UsageError(
				actionCommandMessages.optionMeansNothing(option.long ?? '', printableLine(typed[name])),
			);
		}
	}
	const read = action.read(typed);
	if ('problems' in read) throw errorOf(action, read.problems);
	return {typed, words, lists};
}

const helpOf = ({help}: Position) => help;

/** Returns whether the value counts as no value for this field. */
function isEmptyValue(field: Field<unknown>, text: string): boolean {
	try {
		return field.kind === 'line' && field.read(text) === undefined;
	} catch {
		return false;
	}
}

function missingRest({command, target}: Action, position: Position): never {
	const syntax = 'rest' in position ? position.rest : '';
	const which = target === 'servers' ? actionCommandMessages.servers : actionCommandMessages.server;
	throw new UsageError(
		actionCommandMessages.restMissing(which, syntax.toLowerCase(), command?.words.join(' ') ?? '', syntax),
	);
}

const shellText = (text: Message): string => printableLine(renderMessage(text, shellSegments));

/** Returns the first problem as an error that uses the field's name on the command line. */
export function errorOf(action: Action, problems: Problems): Error {
	const [name = '', problem = ''] = Object.entries(problems)[0] ?? [];
	const text = shellText(problemText(problem));
	if (typeof problem === 'object' && 'text' in problem) {
		return problem.kind === 'conflict'
			? new CommandError(actionCommandMessages.conflict(text, problem.key), exitCodes.conflict)
			: new CommandError(text, exitCodes.refusedByUs);
	}
	return new UsageError(`${labelOf(action, name)}${text}`);
}

function labelOf(action: Action, name: string): string {
	const position = positionalFields(action).find(one => one.name === name)?.position;
	if (!position) return '';
	if ('option' in position) return `${position.option.split(' ')[0] ?? ''}: `;
	return 'argument' in position ? `${position.argument}: ` : '';
}

/** Prints the exact requests instead of sending them: one per line, the body after the path. */
export function writeRequests(io: Io, requests: readonly PlainRequest[], json: true | undefined): ExitCode {
	if (json) writeJson(io, {requests});
	else {
		for (const {method, path, body} of requests) {
			const content = body === undefined ? '' : ` ${JSON.stringify(body)}`;
			io.stdout.write(`${printableLine(`${method} ${path}${content}`)}\n`);
		}
	}
	say(io, cliOptionMessages.notSent(requests.length));
	return exitCodes.done;
}
