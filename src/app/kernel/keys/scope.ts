import {type ListId, listIds} from '../screens/screens-state.ts';

export type Scope =
	| 'everywhere'
	| 'servers'
	| 'console'
	| 'consoleFound'
	| 'consoleSearch'
	| 'results'
	| 'resultsFound'
	| 'resultsSearch'
	| 'results-input'
	| 'details'
	| 'timeline'
	| 'timelineFilter'
	| ListId
	| 'list'
	| 'facts'
	| 'input'
	| 'search'
	| 'paste'
	| 'filter'
	| 'dialog'
	| 'help'
	| 'menu'
	| 'palette'
	| 'jobs'
	| 'report'
	| 'exporting'
	| 'field'
	| 'always';

type Chain = readonly Scope[];

const textChain = (...scopes: Scope[]): Chain => ['field', ...scopes, 'always'];
const standalone = (scope: Scope): Chain => [scope, 'always'];
const pane = (...scopes: Scope[]): Chain => [...scopes, 'everywhere', 'always'];

/** Places of the lists: the rows, and the details of the current one. */
export type ListPlace = ListId | `${ListId}Details`;

const listChains = Object.fromEntries(
	listIds.flatMap(list => [
		[list, pane(list, 'list')],
		[`${list}Details`, pane(list, 'facts')],
	]),
) as Record<ListPlace, Chain>; // all places

/**
The chain of scopes for each place that can have the focus, nearest first. A key runs the first command of the chain
that has it. `focusOf` returns the place.
*/
export const chainOf = {
	help: standalone('help'),
	jobs: standalone('jobs'),
	report: standalone('report'),
	menu: standalone('menu'),
	paste: standalone('paste'),
	palette: textChain('palette'),
	form: standalone('dialog'),
	formField: textChain('dialog'),
	/** Left and Right step through presets until something is typed. */
	formPresets: ['dialog', 'field', 'always'],
	formConfirm: textChain('dialog'),
	serverFilter: textChain('filter'),
	timelineFilter: textChain('timelineFilter'),
	listFilter: textChain('filter'),
	historySearch: textChain('search'),
	consoleSearch: textChain('consoleSearch'),
	input: textChain('input'),
	resultsInput: textChain('results-input', 'input'),
	servers: pane('servers'),
	console: pane('console'),
	consoleFound: pane('consoleFound', 'console'),
	results: pane('results'),
	resultsSearch: textChain('resultsSearch'),
	resultsFound: pane('resultsFound', 'results'),
	details: pane('details'),
	timeline: pane('timeline'),
	...listChains,
} as const satisfies Record<string, Chain>;

/** What can have the keyboard focus. */
export type Place = keyof typeof chainOf;

/** A running export can be stopped wherever no text is typed. */
export const withExport = (chain: Chain): Chain =>
	chain.includes('everywhere') ? ['exporting', ...chain] : chain;

export const scopeChains: readonly Chain[] = [...Object.values(chainOf), pane('exporting')];

/** Scopes in which text is typed, or may be. */
export const typedScopes: ReadonlySet<Scope> = new Set(
	scopeChains.filter(chain => chain.includes('field')).flat(),
);
