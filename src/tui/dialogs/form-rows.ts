import {fitSpans, type Span, type Tone, widthOfSpans} from '../../app/kernel/text/spans.ts';
import {type FieldView, type FormView, spares, visibleBlocks} from '../../app/dialogs/dialog-view.ts';
import {fieldWindow, type TextField} from '../../app/kernel/text/text-field.ts';
import type {ReviewView} from '../../app/dialogs/review.ts';
import {type Keymap, renderWithKeys} from '../../app/kernel/keys/keymap.ts';
import {buttonRows} from '../parts/button-rows.ts';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import type {Size} from '../../app/kernel/state/view-state.ts';
import {largest} from '../../lib/lists/long-lists.ts';
import {cut, fit, widthOf, wrap} from '../../lib/text/width.ts';
import type {Message} from '../../messages/text.ts';
import {formMessages} from '../../messages/dialogs.ts';

/**
One block of a dialog: rows of text, an input line, or choices. `height` rows, never split. `spare`: its rank
among the blocks that are dropped on a small screen.
*/
export type FormBlock = {
	key: string;
	height: number;
	focused: boolean;
	spare?: number | undefined;
	isPinned?: true;
} & (
	| {kind: 'text'; spans: readonly Span[]}
	| {
			kind: 'line';
			label: Span;
			field: TextField;
			width: number;
			placeholder?: string;
			after?: readonly Span[];
	  }
	| {kind: 'choice'; label: Span; choices: FieldView['choices']; value: string; width: number}
);

export type FormLayout = {
	rect: Rect;
	inner: number;
	/** The visible blocks. */
	blocks: readonly FormBlock[];
	/** The position of the terminal's cursor, if an input line has the focus. */
	caret: {x: number; y: number} | undefined;
};

const widest = 82;

/** Lays out a box in the middle of the screen. If the screen is too small, the focused block stays visible. */
export function layOutForm(view: FormView, {columns, rows}: Size, keymap: Keymap): FormLayout {
	const width = Math.min(columns, widest);
	const inner = width - 4;
	const render = (text: Message) => renderWithKeys(text, keymap);
	const all = blocksOf(view, inner, render);
	const room = Math.max(1, rows - 2);
	const marks = {
		above: (hidden: number) => formMessages.rowsAbove(hidden, view.pageUp),
		below: (hidden: number) => formMessages.rowsBelow(hidden, view.pageDown),
	};
	const blocks = visibleBlocks(all, room, view.page, (hidden, where): FormBlock => ({
		key: `hidden:${where}`,
		height: 1,
		focused: false,
		kind: 'text',
		spans: fitSpans([{text: render(marks[where](hidden)), tone: 'warning'}], inner),
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
			return {x: x + 2 + widthOf(block.label.text) + 1 + fieldWindow(block.field, block.width).caret, y: row};
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
			? fieldBlocks(view.fields, inner, {text, say, render})
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
	const footer = view.review === undefined ? 'editFooter' : 'footer';
	const ends = [...refusal, space(text, 'footer'), ...say(footer, view.footer, 'faint')];
	return [...body, ...(view.review === undefined ? ends : ends.map(pin))];
}

/** Buttons stay where they are while the rows of a review scroll. */
const pin = (block: FormBlock): FormBlock => ({...block, isPinned: true});

/** Limits the work on external text, such as a name of a million characters. */
const maxShown = 20_000;

function rowsOf(words: string, width: number): string[] {
	if (words.length <= maxShown) return wrap(words, width);
	return [...wrap(words.slice(0, maxShown), width), formMessages.moreCharacters(words.length - maxShown)];
}

type Text = (
	key: string,
	spans: readonly Span[],
	more?: {focused?: boolean; spare?: number | undefined},
) => FormBlock;
type Say = (key: string, words: Message, tone: Tone) => FormBlock[];
type Render = (text: Message) => string;
type Makers = {text: Text; say: Say; render: Render};

const space = (text: Text, before: string) => text(`before:${before}`, [], {spare: spares.get('space')});

/** Capitalizes a hint: its source is lower case, because line mode uses it within a sentence. */
const capitalized = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** Precedes each label, so that the focus is visible without color. */
const focusMark = '> ';
const noFocusMark = '  ';

/** Width of a value with a unit. */
const shortWidth = 10;
/** `[` and `]` around a field. */
const brackets = 2;

function fieldBlocks(fields: readonly FieldView[], inner: number, {text, say, render}: Makers): FormBlock[] {
	const labelWidth = Math.min(
		Math.floor(inner / 3),
		largest([0, ...fields.map(({label}) => widthOf(label))]) + focusMark.length + 2,
	);
	const blocks = fields.flatMap((field): FormBlock[] => {
		const {name, focused, problem, preview} = field;
		const label: Span = {
			text: fit(`${focused ? focusMark : noFocusMark}${field.label}`, labelWidth),
			tone: focused ? 'titleFocused' : 'label',
		};
		const control =
			field.kind === 'line'
				? lineBlocks(field, label, inner, text)
				: [choiceBlock(field, label, inner, text)];
		// A problem is shown in full only at the focused field: all of them must fit on the screen.
		const below = (key: 'preview' | 'problem', words: Message, tone: Tone) => {
			const room = Math.max(8, inner - labelWidth);
			const rows = focused || key === 'preview' ? rowsOf(render(words), room) : [cut(render(words), room)];
			return rows.flatMap((row, index) => say(`${name}:${key}:${index}`, ' '.repeat(labelWidth) + row, tone));
		};
		return [
			...control,
			...(preview === undefined ? [] : below('preview', preview, 'plain')),
			...(problem === undefined ? [] : below('problem', problem, 'danger')),
		];
	});
	const current = fields.find(({focused}) => focused);
	const hint = current?.hint ?? '';
	// A problem says more.
	if (current?.problem !== undefined) return blocks;
	return [...blocks, space(text, 'hint'), ...say('hint', capitalized(render(hint)), 'plain')];
}

/**
Lays out a field as `Delay  [10        ] minutes   now  1m  5m [10m]`; the presets get their own row if they
do not fit.
*/
function lineBlocks(field: FieldView, label: Span, inner: number, text: Text): FormBlock[] {
	const {name, value, focused, placeholder, unit, presets, isShort} = field;
	const room = inner - widthOf(label.text) - brackets;
	const after: Span[] = unit === '' ? [] : [{text: ` ${unit}`, tone: 'label'}];
	const width = Math.max(1, isShort ? Math.min(Math.max(shortWidth, widthOf(placeholder)), room) : room);
	const chips = presets.map(({label: chip, current}): Span =>
		current ? {text: `[${chip}]`, tone: 'titleFocused'} : {text: ` ${chip} `, tone: 'label'},
	);
	const unitRoom = largest([widthOfSpans(after), ...(isShort ? [widestUnit] : [])]);
	const isBeside = width + unitRoom + 2 + widthOfSpans(chips) <= room;
	const beside = isBeside && chips.length > 0 ? [...fitSpans(after, unitRoom + 2), ...chips] : after;
	const line: FormBlock = {
		key: name,
		kind: 'line',
		height: 1,
		focused,
		label,
		field: value,
		width,
		placeholder,
		after: beside,
	};
	const indent: Span = {text: ' '.repeat(widthOf(label.text)), tone: 'plain'};
	const hasRow = chips.length > 0 && !isBeside && widthOfSpans(chips) <= inner - widthOf(label.text);
	return hasRow
		? [line, text(`${name}:presets`, [indent, ...chips], {spare: spares.get('presets')})]
		: [line];
}

/** The presets keep their place when the unit disappears. */
const widestUnit = widthOf(' minutes');

/** Puts the options in one row if they fit, else one per row. A value with several lines is summarized. */
function choiceBlock(field: FieldView, label: Span, inner: number, text: Text): FormBlock {
	const {name, choices, value, focused} = field;
	const width = inner - widthOf(label.text);
	const [summary] = choices;
	if (field.kind === 'document')
		return text(name, [label, {text: summary?.label ?? '', tone: 'plain'}], {focused});
	const options = choices.flatMap((choice, index): Span[] => {
		const isChosen = choice.value === value.text;
		const tone: Tone = isChosen ? (focused ? 'titleFocused' : 'plain') : 'label';
		return [
			{text: index === 0 ? '' : '   ', tone: 'plain'},
			{text: `${isChosen ? '(*)' : '( )'} ${choice.label}`, tone},
		];
	});
	if (choices.length > 1 && choices.length <= 3 && widthOfSpans(options) <= width)
		return text(name, [label, ...options], {focused});
	const height = Math.max(1, choices.length);
	return {key: name, kind: 'choice', height, focused, label, width, choices, value: value.text};
}

function reviewBlocks(review: ReviewView, inner: number, {text, say, render}: Makers): FormBlock[] {
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
	const isSaid = (words: Message) =>
		review.rows.some(({lines}) => lines.some(line => render(line) === render(words)));
	const ends: FormBlock[] = [
		space(text, 'confirm'),
		...(confirm
			? [
					...say('confirmPrompt', confirm.prompt, confirm.matches ? 'done' : 'warning'),
					{
						key: 'confirm',
						height: 1,
						focused: confirm.focused,
						kind: 'line' as const,
						label: {text: confirm.focused ? focusMark : noFocusMark, tone: 'promptFocused' as const},
						field: confirm.field,
						width: inner - focusMark.length - brackets,
					},
					space(text, 'buttons'),
				]
			: []),
		...buttonRows(
			buttons.map(({blocked, ...button}) => ({...button, isBlocked: blocked !== undefined})),
			inner,
		).map(({spans, focused}, index) => text(`buttons:${index}`, spans, {focused})),
		...(blocked === undefined || isSaid(blocked) ? [] : say('blocked', blocked, 'warning')),
	];
	return [...rows, ...ends.map(pin)];
}
