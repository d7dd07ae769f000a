import {fitSpans, type Span, type Tone} from '../../app/kernel/text/spans.ts';
import {type Keymap, renderWithKeys} from '../../app/kernel/keys/keymap.ts';
import {pasteView, type PasteView} from '../../app/console/send/paste.ts';
import {fit, wrap} from '../../lib/text/width.ts';
import {useTui, useSelect} from '../hooks.ts';
import {Frame, Framed} from '../parts/frame.tsx';
import {buttonRows} from '../parts/button-rows.ts';
import {Line} from '../parts/line.tsx';
import {windowTop} from '../../app/kernel/screens/window-top.ts';
import type {Message} from '../../messages/text.ts';
import {titleMessages} from '../../messages/screens.ts';

const widest = 90;

/** Pasted lines, one per row, with their status; each is sent or dropped separately. */
export function PasteReview() {
	const {throttled, services} = useTui();
	useSelect(state => state.dialog);
	useSelect(state => state.fleet.servers);
	const size = useSelect(state => state.view.size);
	const view = pasteView(throttled.getState());
	if (!view) return null;
	const width = Math.min(size.columns, widest);
	const rows = pasteRows(view, width - 4, {rows: size.rows, keymap: services.keymap});
	const height = rows.length + 2;
	const rect = {
		x: Math.floor((size.columns - width) / 2),
		y: Math.max(0, Math.floor((size.rows - height) / 2)),
		width,
		height,
	};
	return (
		<Frame rect={rect} title={view.title} note={titleMessages.partOf(view.at + 1, view.rows.length)}>
			{rows.map(({key, spans}) => (
				<Framed key={key} width={width}>
					<Line spans={fitSpans(spans, width - 4)} />
				</Framed>
			))}
		</Frame>
	);
}

type PasteRow = {key: string; spans: readonly Span[]};

function pasteRows(
	view: PasteView,
	inner: number,
	{rows, keymap}: {rows: number; keymap: Keymap},
): PasteRow[] {
	const say = (key: string, text: Message, tone: Tone): PasteRow[] =>
		wrap(renderWithKeys(text, keymap), inner).map((row, index) => ({
			key: `${key} ${index}`,
			spans: [{text: row, tone}],
		}));
	const below: PasteRow[] = [
		...say('note', view.note, view.tone === 'warning' ? 'warning' : 'faint'),
		...buttonRows(view.buttons, inner).map(({spans}, index) => ({key: `buttons:${index}`, spans})),
		...say('footer', view.footer, 'faint'),
	];
	const room = Math.max(1, rows - 2 - below.length);
	const top = windowTop(0, view.at, room, view.rows.length);
	const lines = view.rows
		.slice(top, top + room)
		.map(({number, text, word, isRisky, chosen, done}): PasteRow => {
			const tone: Tone = chosen ? 'titleFocused' : done ? 'faint' : 'plain';
			const state: Tone = isRisky ? 'warning' : 'faint';
			return {
				key: `line:${number}`,
				spans: [
					{text: `${chosen ? '>' : ' '}${String(number).padStart(3)} `, tone},
					{text: fit(text, Math.max(1, inner - 5 - 13)), tone},
					{text: ` ${word}`, tone: state},
				],
			};
		});
	return [...lines, ...below];
}
