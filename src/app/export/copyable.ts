import type {Screens} from '../kernel/list-screen.ts';
import {openScreen, type ScreenView} from '../kernel/screen-view.ts';
import {serverName} from '../../actions/names.ts';
import type {State} from '../state.ts';
import type {Targets} from '../kernel/targets.ts';
import {consoleCopyables, resultCopyables, timelineCopyables} from './copyable-answers.ts';
import {rowOf, serverCopyables} from './copyable-servers.ts';
import {newestEntries} from './console-export.ts';
import {formats} from './formats.ts';
import type {Message} from '../../messages/text.ts';
import type {Copyable} from './copyable-item.ts';
import {exportMessages} from '../../messages/export.ts';

/** Returns what can be copied where the keys go now; what the user is looking at comes first. */
export function copyables(state: State, {servers}: Targets, screens: Screens): Copyable[] {
	const screen = openScreen(state, screens);
	if (screen) return screenCopyables(screen);
	return [...paneCopyables(state), ...serverCopyables(state, servers)];
}

function paneCopyables(state: State): Copyable[] {
	switch (state.view.pane) {
		case 'console':
			return consoleCopyables(state);
		case 'results':
			return resultCopyables(state);
		case 'timeline':
			return timelineCopyables(state);
		default:
			return [];
	}
}

/** Returns what can be copied from the current row of a full-screen list. */
function screenCopyables({current}: ScreenView): Copyable[] {
	if (!current) return [{id: 'id', label: 'Id', none: exportMessages.copy.emptyList}];
	const {fields} = current;
	const id = typeof fields.id === 'string' ? fields.id : current.id;
	const name = fields['name'];
	const all = Object.entries(fields)
		.filter(([, value]) => value !== undefined && value !== '')
		.map(([field, value]) => `${field}: ${value}`);
	return [
		...(typeof name === 'string'
			? [{id: 'name' as const, label: exportMessages.copy.name(name), what: 'name', text: name}]
			: []),
		{id: 'id', label: exportMessages.copy.id(id), what: 'id', text: id},
		{id: 'row', label: exportMessages.copy.allOfRow, text: [['id', id].join(': '), ...all].join('\n')},
	];
}

/** Maximum number of lines in the plain view; the newest are shown. */
const maxPlainLines = 1000;

/** Returns the text of the plain view, with rows neither wrapped nor cut. */
export function plainText(state: State, screens: Screens): Message {
	const screen = openScreen(state, screens);
	if (screen) {
		return screen.shown
			.map(({id, fields}) =>
				[id, ...Object.values(fields).filter(value => value !== undefined && value !== '')].join('\t'),
			)
			.join('\n');
	}
	const {pane, currentId} = state.view;
	if (pane === 'servers') {
		const {order, servers} = state.fleet;
		return order
			.flatMap(id => servers.get(id) ?? [])
			.map(rowOf)
			.join('\n');
	}
	const first = paneCopyables(state).find(({id}) => id === 'everything');
	if (first && 'text' in first) return first.text;
	if (currentId === undefined) return '';
	const entries = newestEntries(state, currentId, maxPlainLines);
	return `${serverName(state.fleet, currentId)}\n\n${entries.map(formats.text.entry).join('')}`;
}
