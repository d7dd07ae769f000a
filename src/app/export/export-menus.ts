import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import {type Message, renderMessage} from '../../messages/text.ts';
import {exportMessages} from '../../messages/export.ts';
import type {Screens} from '../kernel/screens/list-screen.ts';
import type {Menu} from '../kernel/dialogs/menu.ts';
import {noTargets} from '../kernel/state/targets.ts';
import {type Copyable, type CopyableId, copyableKeys, copyables, plainText} from './copyable.ts';
import {endTranscript} from './transcript.ts';
import type {KeyCommand} from '../kernel/state/program.ts';

/**
The maximum that terminals accept by OSC 52: 100,000 bytes for the entire sequence, in base64. (hterm:
osc52.sh)
*/
export const maxCopiedBytes = 74_994;

/** Sends a text to the terminal's clipboard, which may ignore it, and also writes it to a file. */
export async function copyText(services: Services, what: string, message: Message): Promise<void> {
	const {frontEnd, files, settings} = services;
	const text = files.hide(renderMessage(message, frontEnd.segments));
	const bytes = new TextEncoder().encode(text).length;
	const isTooLong = bytes > maxCopiedBytes;
	const isOff = settings.clipboard === 'off';
	if (!isTooLong && !isOff) frontEnd.copy(text);
	const saved = await files.keepCopy(text);
	const toTerminal = isTooLong
		? exportMessages.copied.tooLong(Math.ceil(bytes / 1000), Math.floor(maxCopiedBytes / 1000))
		: isOff
			? exportMessages.copied.off(what)
			: exportMessages.copied.terminal(what);
	if ('path' in saved) {
		const where = isTooLong || isOff ? exportMessages.copied.isIn : exportMessages.copied.alsoIn;
		notify(services, isTooLong ? 'warning' : 'done', `${toTerminal}; ${where} ${saved.path}`);
	} else notify(services, 'warning', exportMessages.copied.noFile(toTerminal, saved.problem));
}

/** What can be copied here; the last choice shows the plain view. */
export const copyMenu: Menu<CopyableId | 'plain'> = {
	title: () => 'Copy',
	items: (state, targets, screens) => [
		...copyables(state, targets, screens).map(item => ({
			id: item.id,
			key: copyableKeys[item.id],
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

const everywhere = ['everywhere'] as const;

/** Commands that copy or write to a file. */
export const exportCommands: readonly KeyCommand[] = [
	{
		id: 'export.copy',
		keys: ['y'],
		scopes: everywhere,
		group: 'act',
		run: () => ({menu: 'copy'}),
	},
	{
		id: 'export.open',
		keys: ['e'],
		scopes: everywhere,
		group: 'act',
		run: () => ({menu: 'export'}),
	},
	{
		id: 'export.stop',
		keys: ['esc'],
		scopes: ['exporting'],
		group: 'act',
		run: ({store}) => store.dispatch({type: 'exporting/ended'}),
	},
];
