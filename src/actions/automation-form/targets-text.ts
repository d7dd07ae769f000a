import {Selector} from '../../contract/automation-targets.ts';
import {selectedServers} from '../automation-problems.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {isFields} from '../../contract/wire-values.ts';
import {gameTypeOf} from '../../games/games.ts';
import {harmlessJson, readJson} from '../../lib/json/json.ts';
import {printableLine} from '../../lib/text/text.ts';
import {targetFormMessages as messages} from '../../messages/automation-form.ts';
import type {ActionContext} from '../context.ts';
import {FieldProblem} from '../field.ts';
import {findNamed, lookupProblem, type Named} from '../find-named.ts';
import {nameOf, namesOf} from '../names.ts';

/*
Targets as one line: `all`, filters such as `game:CS2 node:eu-1 name:pvp state:ONLINE`, `source` (the server whose state started
the run), or names of servers with commas between them. Targets that have no such line are their JSON.
*/

type Known = {known: Pick<ActionContext['known'], 'servers' | 'nodes'>};

/** The filters by the field of the selector. */
const filters = [
	['game', 'gameType'],
	['node', 'nodeId'],
	['name', 'name'],
	['state', 'state'],
] as const;
/** A value with another filter after it, without a space between them. */
const joinedFilters = new RegExp(`^(.+?)((?:${filters.map(([name]) => name).join('|')}):.*)$`);
const isFilter = (word: string): boolean => filters.some(([filter]) => filter === word);

const nodesIn = ({known}: Known): Named[] => {
	const named = new Map<string, string | undefined>(known.nodes.map(({id, name}) => [id, name]));
	for (const {nodeId, nodeName} of known.servers.values())
		if (nodeId !== undefined && !named.has(nodeId)) named.set(nodeId, nodeName);
	return [...named].map(([id, name]) => ({id, names: [name]}));
};

/** Returns the line of targets, with names for ids. */
export function targetsText(targets: unknown, context: Known): string {
	const json = () => harmlessJson(JSON.stringify(targets ?? {}));
	const ids = Array.isArray(targets)
		? targets
		: isFields(targets)
			? (targets['serverIds'] ?? targets['ids'])
			: undefined;
	if (ids !== undefined) {
		const isAlone = Array.isArray(targets) || (isFields(targets) && Object.keys(targets).length === 1);
		return isAlone && Array.isArray(ids) && ids.length > 0 ? (namesText(ids, context) ?? json()) : json();
	}
	const selector = targets ?? {};
	if (!isFields(selector) || !Selector.safeParse(selector).success) return json();
	const {all, triggerSource, ...others} = selector;
	const words = filters.map(([word, field]) => {
		const value = others[field];
		if (typeof value !== 'string') return '';
		const shown = word === 'node' ? nodeWord(value, context) : value;
		return `${word}:${/\s/.test(shown) ? `"${shown}"` : shown}`;
	});
	const isKnown = Object.keys(others).every(name => filters.some(([, field]) => field === name));
	const line = [all === true ? 'all' : '', triggerSource === true ? 'source' : '', ...words]
		.filter(word => word !== '')
		.join(' ');
	const isSafe = harmlessJson(line) === line;
	return isKnown && isSafe && isReadAs(line, selector, context) ? line : json();
}

/** Returns the line of targets; undefined if they have none but their JSON. */
export function targetsLine(targets: unknown, context: Known): string | undefined {
	const line = targetsText(targets, context);
	return line === '' || /^[[{"]/.test(line) ? undefined : line;
}

/** Returns undefined unless the value is a list of ids. */
function namesText(ids: readonly unknown[], {known}: Known): string | undefined {
	const all = [...known.servers.values()].map(namesOf);
	const words = ids.map(id => {
		if (typeof id !== 'string' || id.includes(',') || harmlessJson(id) !== id) return undefined;
		const server = known.servers.get(id);
		const name = server && printableLine(nameOf(server));
		const found = name === undefined ? undefined : findNamed(all, name);
		const isUnique = found !== undefined && 'id' in found && found.id === id;
		return name !== undefined && isUnique && !/[,:"{]/.test(name) ? name : `id:${id}`;
	});
	return words.every(word => word !== undefined) ? words.join(', ') : undefined;
}

const nodeWord = (id: string, context: Known): string => {
	const name = nodesIn(context).find(node => node.id === id)?.names[0];
	const found = name === undefined ? undefined : findNamed(nodesIn(context), name);
	return name !== undefined && found && 'id' in found && found.id === id ? printableLine(name) : id;
};

function isReadAs(line: string, targets: object, context: Known): boolean {
	try {
		return JSON.stringify(sorted(targetsIn(line, context))) === JSON.stringify(sorted(targets));
	} catch (error) {
		if (error instanceof FieldProblem) return false;
		throw error;
	}
}

const sorted = (value: unknown): unknown =>
	isFields(value) ? Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)) : value;

/** Returns the targets of a line. Throws `FieldProblem`. */
export function targetsIn(text: string, context: Known): unknown {
	const typed = text.trim();
	if (typed === '') return {};
	if (/^[{[]/.test(typed)) {
		const read = readJson(typed);
		if ('value' in read && typeof read.value === 'object' && read.value !== null) return read.value;
		throw new FieldProblem(messages.notJson);
	}
	const words = [...typed.matchAll(/[^\s:]+:"[^"]*"|\S+/g)].map(([word]) => word);
	const isSelection = words.every(
		word => /^(?:all|source)$/i.test(word) || isFilter(word.split(':')[0] ?? ''),
	);
	return isSelection
		? Object.fromEntries(words.map(word => selected(word, context)))
		: {
				serverIds: typed
					.split(',')
					.flatMap(name => (name.trim() === '' ? [] : serverId(name.trim(), context))),
			};
}

function selected(word: string, context: Known): [string, unknown] {
	const [, name = '', value = ''] = /^([^:]+)(?::"?(.*?)"?)?$/.exec(word) ?? [];
	if (!isFilter(name)) return [name.toLowerCase() === 'all' ? 'all' : 'triggerSource', true];
	if (value === '') throw new FieldProblem(messages.noValue(name));
	const [, before, after] = word.endsWith('"') ? [] : (joinedFilters.exec(value) ?? []);
	if (before !== undefined && after !== undefined)
		throw new FieldProblem(messages.joined(after, `${name}:${before} ${after}`));
	if (name === 'node') return ['nodeId', found('node', nodesIn(context), value)];
	if (name === 'state') return ['state', value.toUpperCase()];
	if (name === 'name') return ['name', value];
	return ['gameType', gameIn(value, context)];
}

/** A part of the type is enough if only one of the servers' games has it. */
function gameIn(value: string, {known}: Known): string {
	const listed = [...new Set([...known.servers.values()].map(({gameType}) => gameType))];
	const near = listed.filter(type => type?.toLowerCase().includes(value.toLowerCase()));
	const [only] = near;
	if (only !== undefined && near.length === 1) return only;
	if (near.includes(value)) return value;
	if (near.length > 1) throw new FieldProblem(messages.severalGames(value, near.join(', ')));
	const game = gameTypeOf(value);
	return 'gameType' in game ? game.gameType : value;
}

const serverId = (name: string, {known}: Known): string =>
	found('server', [...known.servers.values()].map(namesOf), name);

function found(kind: string, all: readonly Named[], word: string): string {
	const match = findNamed(all, word);
	if ('id' in match) return match.id;
	throw new FieldProblem(lookupProblem(kind, word, match));
}

/** Returns the servers that targets select now; undefined if a state change selects them. */
export function serversOf(targets: unknown, {known}: Known): GameServer[] | undefined {
	if (isFields(targets) && targets['triggerSource'] === true) return undefined;
	return selectedServers(targets, [...known.servers.values()]);
}

/** Returns lines to start from: the usual selections, then the games, nodes and names. */
export const targetOffers = (context: Known): string[] => {
	const servers = [...context.known.servers.values()];
	const unique = (values: readonly (string | undefined)[]) =>
		[...new Set(values)].filter(value => value !== undefined);
	return [
		'all',
		messages.allOnline,
		...unique(servers.map(({gameType}) => gameType)).map(game => `game:${game}`),
		...unique(servers.map(({nodeId}) => nodeId)).map(id => `node:${nodeWord(id, context)}`),
		'source',
		...servers.map(nameOf),
	];
};
