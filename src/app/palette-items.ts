import {screenIds} from '../messages/screen-words.ts';
import {paletteMessages, palettePlaces, screenPlace} from '../messages/keys.ts';
import {paletteHeadings} from '../messages/help.ts';
import {blockedBecause, type Keyed} from './hints.ts';
import {renderWithKeys} from './kernel/keys/keymap.ts';
import {keyLabel} from './kernel/keys/chords.ts';
import {commandGroups} from './kernel/keys/command-info.ts';
import type {Message} from '../messages/text.ts';
import {scopesOf} from './focus.ts';
import type {CommandId} from '../messages/key-words.ts';
import type {Scope} from './kernel/keys/scope.ts';
import {isOffered} from './kernel/state/offered-extensions.ts';
import type {PaletteItem} from './palette-item.ts';
import type {PaletteDialog} from './kernel/dialogs/dialog-state.ts';
import type {State} from './state.ts';
import {targetsOf} from './targets-of.ts';
import {fuzzyScore} from './kernel/text/fuzzy.ts';
import {actionItems} from './palette-actions.ts';
import {namedItems, rowItems} from './palette-places.ts';
import type {PaletteId} from './kernel/state/view-state.ts';
import {wordedCommands} from './palette-words.ts';

/** Descriptions of where a command works, for commands that do not work here. */
const commandPlaces: readonly (readonly [scope: Scope, where: Message])[] = [
	['servers', palettePlaces.servers],
	['console', palettePlaces.console],
	['details', palettePlaces.details],
	['timeline', palettePlaces.timeline],
	...screenIds.map(id => [id, screenPlace(id)] as const),
	['runs', palettePlaces.runs],
	['list', palettePlaces.screens],
	['facts', palettePlaces.screenDetails],
	['input', palettePlaces.input],
	['search', palettePlaces.historySearch],
	['consoleSearch', palettePlaces.consoleSearch],
	['filter', palettePlaces.filter],
	['timelineFilter', palettePlaces.filter],
	['field', palettePlaces.fields],
	['results', palettePlaces.results],
	['resultsSearch', palettePlaces.resultsSearch],
	['jobs', palettePlaces.jobs],
	['report', palettePlaces.report],
	['dialog', palettePlaces.dialogs],
	['menu', palettePlaces.menus],
	['paste', palettePlaces.paste],
	['palette', palettePlaces.palette],
	['help', palettePlaces.help],
	['exporting', palettePlaces.exporting],
	['everywhere', palettePlaces.everywhere],
	['always', palettePlaces.everywhere],
];

/** Returns the items that match the typed text, best first; without text, in sections; `room` rows are visible at once. */
export function paletteItems(state: State, keyed: Keyed, dialog: PaletteDialog, room: number): PaletteItem[] {
	const typed = dialog.field.text.trimStart();
	const [first = '', ...rest] = typed.split(' ');
	const worded = wordedCommands.find(({name}) => name === first);
	if (worded && typed.includes(' ')) {
		const words = rest.join(' ').trim();
		const {name, help} = worded;
		const all = worded.offers(state, words);
		const offers = all.filter(offer => offer !== words);
		const item = (text: string): PaletteItem => ({
			id: `${name} ${text}`,
			name: `${name} ${text}`.trim(),
			help,
			keys: '',
			blocked: undefined,
			completes: `${name} ${text}`,
			run: services => worded.run(services, text),
		});
		// Typed arguments come first, unless they are only the start of an offered one.
		const takesAnyText =
			all.includes(words) || name === 'filter' || name === 'columns' || words.startsWith('save ');
		const hasWords = words !== '' && offers.length > 0 && !takesAnyText;
		return hasWords ? offers.map(item) : [item(words), ...offers.map(item)];
	}
	// A typed action that cannot be opened may be part of a command's title, such as `restart server`.
	const actions = Map.groupBy(actionItems(state, keyed, typed) ?? [], ({blocked}) => blocked === undefined);
	const all = [
		...wordedItems(),
		...rowItems(state, keyed),
		...commandItems(state, keyed),
		...namedItems(state, typed),
	];
	const recent = (id: PaletteId) => state.view.recent.indexOf(id);
	const lastUsed = (id: PaletteId) => (recent(id) === -1 ? Number.POSITIVE_INFINITY : recent(id));
	if (typed === '') return inSections(all, lastUsed, room);
	const found = all
		.map(item => ({item, score: scoreOf(typed, item)}))
		.filter(({score}) => score !== undefined)
		.toSorted(
			(a, b) =>
				Number(a.item.isElsewhere ?? false) - Number(b.item.isElsewhere ?? false) ||
				(b.score ?? 0) - (a.score ?? 0) ||
				order(lastUsed(a.item.id), lastUsed(b.item.id)),
		)
		.map(({item}) => item);
	return [...(actions.get(true) ?? []), ...found, ...(actions.get(false) ?? [])];
}

/** Available commands come first: recent ones, then what acts on the current row, then what moves elsewhere. */
const sections = ['act', ...commandGroups.toReversed().filter(group => group !== 'act'), 'notNow'] as const;
type Section = (typeof sections)[number] | 'recent';

/**
Sorts the items into sections; the first item of each has the heading. The rows seen at once begin with the most recent
commands, what acts here and where to go; the rest follows in the same order.
*/
function inSections(
	all: readonly PaletteItem[],
	lastUsed: (id: PaletteItem['id']) => number,
	room: number,
): PaletteItem[] {
	const recent = all
		.filter(({id, blocked}) => blocked === undefined && Number.isFinite(lastUsed(id)))
		.toSorted((a, b) => order(lastUsed(a.id), lastUsed(b.id)))
		.slice(0, Math.floor(room / 4));
	const bySection = Map.groupBy(
		all.filter(item => !recent.includes(item)),
		({blocked, group = 'go'}): Section => (blocked === undefined ? group : 'notNow'),
	);
	const of = (section: Section) => (bySection.get(section) ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));
	const [act, go] = [of('act'), of('go')];
	const left = room - recent.length;
	const maxActs = left - Math.min(go.length, Math.ceil(room / 2));
	const first: [Section, PaletteItem[]][] = [
		['recent', recent],
		['act', act.slice(0, maxActs)],
		['go', go.slice(0, left - Math.min(act.length, maxActs))],
	];
	const seen = new Set(first.flatMap(([, items]) => items));
	const rest = sections.map((section): [Section, PaletteItem[]] => [
		section,
		of(section).filter(item => !seen.has(item)),
	]);
	let last: Section | undefined;
	return [...first, ...rest].flatMap(([section, items]) =>
		items.map(item => {
			const heading = section === last ? undefined : paletteHeadings[section];
			last = section;
			return heading === undefined ? item : {...item, heading};
		}),
	);
}

const rankOf = (item: PaletteItem) => (item.isFirst ? 0 : isMove(item) ? 2 : 1);

/** Commands that only move the cursor are found, but ranked last: their keys are known. */
const isMove = ({keys}: PaletteItem) => /\b(Up|Down|PgUp|PgDn|Home|End|Tab)\b/.test(keys);

const order = (a: number, b: number) => (a === b ? 0 : a - b);

/** More than any difference in name length, less than a match at the start of a word. */
const blockedCost = 100;

/**
Scores an item: its name and other words count most, the help only if the name does not match and it can run. An item that cannot run ranks
after others that match nearly as well.
*/
function scoreOf(typed: string, {name, help, keys, search, blocked}: PaletteItem): number | undefined {
	const byName = fuzzyScore(typed, name);
	const bySearch = search === undefined ? undefined : fuzzyScore(typed, `${search} ${name}`);
	const isKey = keys.split(' ').includes(typed);
	const isInHelp = blocked === undefined && help.toLowerCase().includes(typed.toLowerCase());
	const byHelp = isInHelp ? -500 : undefined;
	// Letters of several words match by chance.
	const byWords = bySearch !== undefined && bySearch > Math.max(0, byName ?? 0) ? bySearch : byName;
	const score = isKey ? 5000 : (byWords ?? byHelp);
	return score === undefined ? undefined : score - (blocked === undefined ? 0 : blockedCost);
}

const wordedItems = (): PaletteItem[] =>
	wordedCommands.map(({name, usage, help, group, run}) => ({
		id: name,
		name: usage,
		help,
		keys: '',
		blocked: undefined,
		completes: `${name} `,
		group,
		isFirst: name === 'go',
		// Without arguments, the command shows the possible ones.
		run: services => run(services, ''),
	}));

/** Where one can go from anywhere. */
const places: ReadonlySet<CommandId> = new Set<CommandId>([
	'app.servers',
	'app.timeline',
	...screenIds.map(id => `app.${id}` as const),
]);

/** Commands that end, send or decide something without a dialog. */
const actingAtOnce: ReadonlySet<CommandId> = new Set<CommandId>([
	'app.quit',
	'app.interrupt',
	'app.suspend',
	'input.send',
	'view.undo',
	'view.acknowledge',
	'timeline.pause',
	'timeline.abort',
]);

function commandItems(state: State, {settings, keymap, screens}: Keyed): PaletteItem[] {
	const here = scopesOf({...state, dialog: undefined});
	const targets = targetsOf(state, screens);
	return keymap.commands.flatMap((command): PaletteItem[] => {
		const where = commandPlaces.find(([scope]) => command.scopes.includes(scope))?.[1];
		if (where === undefined) return [];
		if (command.extension && !isOffered(state.access, command.extension)) return [];
		// One can go to a place without the key for it.
		const isHere = places.has(command.id) || command.scopes.some(scope => here.includes(scope));
		const blocked = isHere
			? blockedBecause(command, state, targets, settings)
			: paletteMessages.worksIn(where);
		return [
			{
				id: command.id,
				name: command.title,
				help: renderWithKeys(command.help, keymap),
				keys: command.keys.map(keyLabel).join(' '),
				search: command.search,
				blocked: blocked && renderWithKeys(blocked, keymap),
				isElsewhere: !isHere,
				completes: undefined,
				group: command.group,
				isFirst: places.has(command.id) || (command.group === 'act' && command.hint === true),
				needs: command.needs,
				acts: command.acts ?? actingAtOnce.has(command.id),
				run: (services, targets) => services.runCommand(command.id, targets),
			},
		];
	});
}
