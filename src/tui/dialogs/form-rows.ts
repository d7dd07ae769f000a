import {fitSpans, widthOfSpans, type Span, type Tone} from '../../app/kernel/spans.ts';
import type {FieldView, FormView} from '../../app/dialogs/dialog-view.ts';
import type {ReviewView} from '../../app/dialogs/review.ts';
import {renderWithKeys, type Keymap} from '../../app/kernel/keymap/keymap.ts';
import type {Rect} from '../../app/kernel/layout.ts';
import type {Size} from '../../app/kernel/view-state.ts';
import {largest} from '../../lib/long-lists.ts';
import {cut, fit, widthOf, wrap} from '../../lib/width.ts';
import {fieldWindow} from '../../app/kernel/field-window.ts';
import {visibleBlocks, spares} from '../../app/dialogs/visible-blocks.ts';
import type {Message} from '../../messages/text.ts';
import type {FormBlock} from './form-block.ts';
import {formMessages} from '../../messages/tui-dialogs.ts';

export type FormLayout = {
	rect: Rect;
	inner: number;
	/** The visible blocks. */
	blocks: readonly FormBlock[];
	/** Where the terminal's cursor stands, if a line has the focus. */
	caret: {x: number; y: number} | undefined;
};

const widest = 82;

/** A box in the middle of the screen. Where it is too low for everything, the focused block stays visible. */
export function formLayout(view: FormView, {columns, rows}: Size, keymap: Keymap): FormLayout {
	const width = Math.min(columns, widest);
	const inner = width - 4;
	const render = (text: Message) => renderWithKeys(text, keymap);
	const all = blocksOf(view, inner, render);
	const room = Math.max(1, rows - 2);
	const blocks = visibleBlocks(all, room, view.back, (hidden): FormBlock => ({
		key: 'hidden',
		height: 1,
		focused: false,
		kind: 'text',
		spans: fitSpans([{text: render(formMessages.rowsAbove(hidden, view.pageUp)), tone: 'warning'}], inner),
	}));
	const height = blocks.reduce((sum, block) => sum + block.height, 0) + 2;
	const rect = {
		x: Math.floor((columns - width) / 2),
		y: Math.max(0, Math.floor((rows - height) / 2)),
		width,
		height,
	};
	return {rect, inner, blocks, caret: caretOf(blocks, rect)};
}

function caretOf(blocks: readonly FormBlock[], {x, y}: Rect): FormLayout['caret'] {
	let row = y + 1;
	for (const block of blocks) {
		if (block.focused && block.kind === 'line') {
			return {x: x + 2 + widthOf(block.label.text) + fieldWindow(block.field, block.width).caret, y: row};
		}
		row += block.height;
	}
	return undefined;
}

function blocksOf(view: FormView, inner: number, render: Render): FormBlock[] {
	const text: Text = (key, spans, {focused = false, spare} = {}) => ({
		key,
		height: 1,
		focused,
		spare,
		kind: 'text',
		spans: fitSpans(spans, inner),
	});
	const say: Say = (key, words, tone) =>
		rowsOf(render(words), inner).map((row, index) =>
			text(`${key} ${index}`, [{text: row, tone}], {spare: spares.get(key)}),
		);
	const body =
		view.review === undefined
			? fieldBlocks(view.fields, inner, {say, render})
			: reviewBlocks(view.review, inner, {text, say, render});
	const {failure} = view;
	const refusal = failure
		? [
				space(text, 'failure'),
				...say(
					'failure',
					`${failure.title}${failure.key === undefined ? '' : ` [${failure.key}]`}`,
					'danger',
				),
				...(failure.hint === undefined ? [] : say('failureHint', failure.hint, 'plain')),
			]
		: [];
	return [...body, ...refusal, space(text, 'footer'), ...say('footer', view.footer, 'faint')];
}

/** Nobody reads on: a name from outside may have a million characters. */
const mostShown = 20_000;

function rowsOf(words: string, width: number): string[] {
	if (words.length <= mostShown) return wrap(words, width);
	return [...wrap(words.slice(0, mostShown), width), formMessages.moreCharacters(words.length - mostShown)];
}

type Text = (
	key: string,
	spans: readonly Span[],
	more?: {focused?: boolean; spare?: number | undefined},
) => FormBlock;
type Say = (key: string, words: Message, tone: Tone) => FormBlock[];
type Render = (text: Message) => string;

const space = (text: Text, before: string) => text(`before:${before}`, [], {spare: spares.get('space')});

function fieldBlocks(
	fields: readonly FieldView[],
	inner: number,
	{say, render}: {say: Say; render: Render},
): FormBlock[] {
	const labelWidth = Math.min(
		Math.floor(inner / 3),
		largest([0, ...fields.map(({label}) => widthOf(label))]) + 2,
	);
	return fields.flatMap((field): FormBlock[] => {
		const {name, value, choices, focused, problem, hint, kind} = field;
		const label: Span = {text: fit(field.label, labelWidth), tone: focused ? 'titleFocused' : 'label'};
		const width = inner - labelWidth;
		const shared = {key: name, focused, label, width};
		const control: FormBlock =
			kind === 'line'
				? {...shared, kind, height: 1, field: value, placeholder: field.usual}
				: {...shared, kind, height: Math.max(1, choices.length), choices, value: value.text};
		const indent = ' '.repeat(labelWidth);
		const below = render(problem === undefined ? (focused ? hint : '') : problem);
		const rows = below === '' ? [] : rowsOf(below, Math.max(8, width));
		const tone: Tone = problem === undefined ? 'faint' : 'danger';
		return [control, ...rows.flatMap((row, index) => say(`${name}:below:${index}`, indent + row, tone))];
	});
}

function reviewBlocks(
	review: ReviewView,
	inner: number,
	{text, say, render}: {text: Text; say: Say; render: Render},
): FormBlock[] {
	const labelWidth = Math.min(
		Math.floor(inner / 3),
		largest([0, ...review.rows.map(({label}) => widthOf(label))]) + 2,
	);
	const rows = review.rows.flatMap(({label, lines, tone}) =>
		lines
			.flatMap(line => rowsOf(render(line), Math.max(8, inner - labelWidth)))
			.map((line, index) =>
				text(
					`${label} ${index}`,
					[
						{text: fit(index === 0 ? label : '', labelWidth), tone: 'label'},
						{text: line, tone: tone === 'warning' ? 'warning' : 'plain'},
					],
					{spare: spares.get(label)},
				),
			),
	);
	const {confirm, buttons} = review;
	const blocked = buttons.find(button => button.focused)?.blocked;
	return [
		...rows,
		space(text, 'confirm'),
		...(confirm
			? [
					...say('confirmPrompt', confirm.prompt, confirm.matches ? 'done' : 'warning'),
					{
						key: 'confirm',
						height: 1,
						focused: confirm.focused,
						kind: 'line' as const,
						label: {text: '> ', tone: 'promptFocused' as const},
						field: confirm.field,
						width: inner - 2,
					},
					space(text, 'buttons'),
				]
			: []),
		text('buttons', buttonSpans(buttons, inner), {focused: buttons.some(button => button.focused)}),
		...(blocked === undefined ? [] : say('blocked', blocked, 'warning')),
	];
}

/** `[ Do nothing ]  [ Restart ]` */
function buttonSpans(buttons: ReviewView['buttons'], inner: number): Span[] {
	const spans = buttons.flatMap(({label, focused, blocked}, index): Span[] => [
		{text: index === 0 ? '' : '  ', tone: 'plain'},
		{
			text: focused ? `[>${cut(label, 30)}<]` : `[ ${cut(label, 30)} ]`,
			tone: focused ? 'buttonFocused' : blocked === undefined ? 'button' : 'faint',
		},
	]);
	return widthOfSpans(spans) <= inner ? spans : fitSpans(spans, inner);
}
