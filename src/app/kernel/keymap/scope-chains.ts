import type {Scope} from './scope.ts';

type Chain = readonly Scope[];

const textChain = (...scopes: Scope[]): Chain => ['field', ...scopes, 'always'];
const standalone = (scope: Scope): Chain => [scope, 'always'];
const pane = (...scopes: Scope[]): Chain => [...scopes, 'everywhere', 'always'];

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
	nodes: pane('nodes', 'list'),
	nodesDetails: pane('nodes', 'facts'),
	automations: pane('automations', 'list'),
	automationsDetails: pane('automations', 'facts'),
	runs: pane('runs', 'list'),
	runsDetails: pane('runs', 'facts'),
	team: pane('team', 'list'),
	teamDetails: pane('team', 'facts'),
	players: pane('players', 'list'),
	playersDetails: pane('players', 'facts'),
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
