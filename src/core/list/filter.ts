import type {GameServer} from '../../contract/models/server.ts';
import {phaseOf} from '../rules.ts';

/** `state` is the one that is shown. */
type Test = (server: GameServer, state: string | undefined) => boolean;

/** `problem`: what cannot be meant, in a sentence; then nothing is hidden. */
export type Filter = {problem: string | undefined; test: Test | undefined};

/**
What the filter of the list says: words that must all be found in name, state, game, node or map; `/…/` a regular
expression; `!` before anything turns it round; `state:`, `game:`, `node:`, `map:`, `name:`, `id:` look in one field;
`players>0` and the like compare.
*/
export function parseFilter(text: string): Filter {
	const tests: Test[] = [];
	for (const [token] of text.matchAll(/!?\/(?:\\.|[^/])*(?:\/|$)|\S+/g)) {
		const isInverse = token.startsWith('!') && token.length > 1;
		const found = testOf(isInverse ? token.slice(1) : token);
		if (typeof found === 'string') return {problem: found, test: undefined};
		tests.push(isInverse ? (server, state) => !found(server, state) : found);
	}
	if (tests.length === 0) return {problem: undefined, test: undefined};
	return {problem: undefined, test: (server, state) => tests.every(test => test(server, state))};
}

function testOf(token: string): Test | string {
	if (token.startsWith('/') && token.length > 1) return patternTest(token);
	const [, field, operator, rest] = /^([a-z]+)(:|[<>!]=?|=)(.*)$/i.exec(token) ?? [];
	if (field !== undefined && operator !== undefined && rest !== undefined) {
		const name = field.toLowerCase();
		if (name === 'players') return playersTest(operator, rest);
		if (Object.hasOwn(fields, name) && (operator === ':' || operator === '=')) {
			return fieldTest(name, rest.toLowerCase());
		}
		if (operator === ':') return `There is no field ${name}: ${Object.keys(fields).join(', ')}, players.`;
	}
	const word = token.toLowerCase();
	return (server, state) => textOf(server, state).includes(word);
}

/** The closing slash may be missing while it is typed. */
function patternTest(token: string): Test | string {
	const source = token.length > 1 && token.endsWith('/') ? token.slice(1, -1) : token.slice(1);
	try {
		const pattern = new RegExp(source, 'imu');
		return (server, state) => pattern.test(textOf(server, state));
	} catch (error) {
		const said = error instanceof SyntaxError ? error.message : '';
		return `/${source}/ is not a regular expression${reasonIn(said)}.`;
	}
}

/** The engine repeats the whole pattern before it says what is wrong with it. */
const reasonIn = (message: string) => {
	const reason = message.split(': ').at(-1) ?? '';
	return reason === '' ? '' : `: ${reason.toLowerCase()}`;
};

const compare: Record<string, (a: number, b: number) => boolean> = {
	':': (a, b) => a === b,
	'=': (a, b) => a === b,
	'!=': (a, b) => a !== b,
	'>': (a, b) => a > b,
	'>=': (a, b) => a >= b,
	'<': (a, b) => a < b,
	'<=': (a, b) => a <= b,
};

function playersTest(operator: string, rest: string): Test | string {
	const by = compare[operator];
	if (!by || !/^\d+$/.test(rest)) return 'players wants a number: players>0, players=0, players<=10.';
	const wanted = Number(rest);
	// Where the service names no players there is no number that could compare.
	return ({onlinePlayers}) => onlinePlayers !== undefined && by(Math.max(0, onlinePlayers), wanted);
}

const fields: Record<string, (server: GameServer, state: string | undefined) => string | undefined> = {
	state: (_, state) => state,
	game: ({gameType}) => gameType,
	node: ({nodeName, nodeId}) => nodeName ?? nodeId,
	map: ({map}) => map,
	name: ({displayName, id}) => displayName ?? id,
	id: ({id}) => id,
};

/** Groups of states, for those who do not want to know the service's words. */
const phases = {up: 'online', down: 'offline', busy: 'changing', unknown: 'unknown'} as const;

function fieldTest(name: string, wanted: string): Test {
	const read = fields[name];
	const phase = Object.entries(phases).find(([word]) => name === 'state' && word === wanted)?.[1];
	if (phase !== undefined) return (_, state) => phaseOf(state) === phase;
	return (server, state) => (read?.(server, state) ?? '').toLowerCase().includes(wanted);
}

const textOf = (server: GameServer, state: string | undefined): string =>
	[server.displayName ?? server.id, state, server.gameType, server.nodeName, server.map]
		.join('\n')
		.toLowerCase();
