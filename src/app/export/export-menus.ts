import type {Screens} from '../kernel/list-screen.ts';
import type {Menu} from '../kernel/menu.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {noTargets} from '../kernel/targets.ts';
import {copyText} from './copy.ts';
import type {Copyable, CopyableId} from './copyable-item.ts';
import {copyables, plainText} from './copyable.ts';
import {endTranscript} from './transcript.ts';
import {renderMessage} from '../../messages/text.ts';
import {exportMessages} from '../../messages/export.ts';

/** What can be copied here; the last choice shows the plain view. */
export const copyMenu: Menu<CopyableId | 'plain'> = {
	title: () => 'Copy',
	items: (state, targets, screens) => [
		...copyables(state, targets, screens).map(item => ({
			id: item.id,
			key: letters[item.id],
			label: item.label,
			blocked: 'none' in item ? item.none : undefined,
			choose: (services: Services) => {
				if ('text' in item) void copyText(services, whatOf(item), item.text);
			},
		})),
		{
			id: 'plain',
			key: 'p',
			label: exportMessages.menu.plain,
			choose: services => showPlainly(services, screens),
		},
	],
	current: () => undefined,
};

/** Keys of the copyable items by id, the same wherever they are offered. */
const letters: Readonly<Record<CopyableId, string>> = {
	answer: 'a',
	command: 'c',
	line: 'l',
	screen: 's',
	entry: 't',
	group: 'g',
	everything: 'e',
	name: 'n',
	address: 'd',
	id: 'i',
	row: 'r',
};

/** Returns the item for use within a sentence: its description, else its label. */
const whatOf = ({label, what}: Pick<Copyable, 'label' | 'what'>) =>
	what ?? label.charAt(0).toLowerCase() + label.slice(1);

function showPlainly(services: Services, screens: Screens): void {
	const {store, frontEnd, files} = services;
	const text = files.hide(renderMessage(plainText(store.getState(), screens), frontEnd.segments));
	if (text === '') notify(services, 'info', exportMessages.menu.nothingPlain);
	else void frontEnd.showPlainly(text);
}

/** What can be written to files: once, or continuously from now on. */
export const takeMenu: Menu<'end' | 'export' | 'handover' | 'record'> = {
	title: () => 'Export',
	items: ({transcript, view}, {server}) => [
		...(transcript
			? [
					{
						id: 'end' as const,
						key: 't',
						label: exportMessages.menu.endTranscript(transcript.name),
						choose: (services: Services) => void endTranscript(services),
					},
				]
			: []),
		{
			id: 'export',
			key: 'c',
			label:
				view.pane === 'timeline' ? exportMessages.menu.exportTimeline : exportMessages.menu.exportConsoles,
			choose: () => ({
				form: view.pane === 'timeline' ? ('export-timeline' as const) : ('export' as const),
				serverIds: server === undefined ? [] : [server],
			}),
		},
		{
			id: 'record',
			key: transcript ? undefined : 't',
			label: exportMessages.menu.record,
			blocked: transcript && exportMessages.menu.isRecording(transcript.name),
			choose: () => ({form: 'transcript' as const, serverIds: []}),
		},
		{
			id: 'handover',
			key: 'h',
			label: exportMessages.menu.handover,
			choose: services => void services.runCommand('handover.open', noTargets),
		},
	],
	current: () => undefined,
};
