import type {FormDialog} from '../kernel/dialogs/dialog-state.ts';
import {tableOf} from '../../lib/json/maps.ts';
import {dialogMessages, reviewMessages} from '../../messages/dialogs.ts';
import type {Failure} from '../kernel/state/failure.ts';
import type {State} from '../state.ts';
import {isUntouched, type TextField} from '../kernel/text/text-field.ts';
import {choicesOf, type Forms, openForm, type OpenForm} from './dialog.ts';
import {type Choice, type Field, FieldProblem, problemIn} from '../../actions/field.ts';
import {nounFor} from '../../lib/text/plural.ts';
import {type FormContext, shownFieldIds} from '../kernel/dialogs/form.ts';
import {reviewOf, type ReviewView} from './review.ts';
import {key, type Message} from '../../messages/text.ts';

/**
The order in which parts are dropped from a dialog that is too tall for the screen. All other parts must be
read.
*/
export const spares = tableOf<number>({
	space: 1,
	footer: 2,
	presets: 2,
	hint: 5,
	editFooter: 6,
	[reviewMessages.labels.commandLine]: 3,
	[reviewMessages.labels.undo]: 4,
});

/**
A part of a dialog that is never split. `spare`: its rank among the parts that can be dropped. `isPinned`: it stays where it
is while the parts above it scroll.
*/
type Block = {height: number; focused: boolean; spare?: number | undefined; isPinned?: true};

/** Creates the block that stands for hidden rows. */
type Mark<Shown> = (hidden: number, where: 'above' | 'below') => Shown;

const heightOf = (some: readonly Block[]) => some.reduce((sum, {height}) => sum + height, 0);

/** A mark, a row, and a mark. */
const lowestPage = 3;

/**
Returns the blocks that fit into `room` rows, and drops the spare ones first. Above pinned blocks, the others are read in
pages from the top; `page` counts from zero. Without any, see `aroundFocus`.
*/
export function visibleBlocks<Shown extends Block>(
	blocks: readonly Shown[],
	room: number,
	page: number,
	mark: Mark<Shown>,
): readonly Shown[] {
	const kept = withoutSpares(blocks, room);
	if (heightOf(kept) <= room) return kept;
	const pinned = kept.filter(({isPinned}) => isPinned);
	if (pinned.length === 0) return aroundFocus(kept, room, page, mark);
	const rows = kept.filter(({isPinned}) => !isPinned);
	const ends = aroundFocus(pinned, Math.max(1, room - lowestPage), 0, mark);
	return [...pageOf(rows, room - heightOf(ends), page, mark), ...ends];
}

/** Returns a page of rows, the last one for any later page. */
function pageOf<Shown extends Block>(
	rows: readonly Shown[],
	room: number,
	page: number,
	mark: Mark<Shown>,
): readonly Shown[] {
	const last = Math.max(0, rows.length - (room - 1));
	// The first page has a mark below, those after it have one above, too.
	const from = page === 0 ? 0 : Math.min(last, room - 1 + (page - 1) * (room - 2));
	const to = from === last ? rows.length : from + room - (from > 0 ? 2 : 1);
	return [
		...(from > 0 ? [mark(from, 'above')] : []),
		...rows.slice(from, to),
		...(to < rows.length ? [mark(rows.length - to, 'below')] : []),
	];
}

/** Returns the blocks around the focus: those farthest before it have been read, and `pagesBack` scrolls back to them. */
function aroundFocus<Shown extends Block>(
	kept: readonly Shown[],
	room: number,
	pagesBack: number,
	mark: Mark<Shown>,
): readonly Shown[] {
	if (heightOf(kept) <= room) return kept;
	const focused = Math.max(
		0,
		kept.findLastIndex(block => block.focused),
	);
	let from = 0;
	let to = kept.length;
	let height = heightOf(kept);
	while (height > room - (from > 0 ? 1 : 0) && to - from > 1) {
		height -= (from < focused ? kept[from++] : kept[--to])?.height ?? 0;
	}
	for (let page = 0; page < pagesBack && from > 0; page++) {
		// One row is reserved for the mark.
		to = from;
		while (from > 0 && heightOf(kept.slice(from - 1, to)) < room) from--;
	}
	if (pagesBack > 0) while (to < kept.length && heightOf(kept.slice(from, to + 1)) <= room) to++;
	const shown = kept.slice(from, to);
	return from > 0 && heightOf(shown) < room
		? [mark(heightOf(kept.slice(0, from)), 'above'), ...shown]
		: shown;
}

function withoutSpares<Shown extends Block>(blocks: readonly Shown[], room: number): readonly Shown[] {
	let kept = blocks;
	for (const spare of spares.values()) {
		if (heightOf(kept) <= room) break;
		kept = kept.filter(block => block.spare !== spare);
	}
	return kept;
}

/** All that a form needs to be drawn, as plain data. */
export type FormView = {
	title: string;
	step: FormDialog['step'];
	/** The number of problems, and which step of how many; empty if there is only one. */
	note: string;
	fields: readonly FieldView[];
	review: ReviewView | undefined;
	failure: Failure | undefined;
	footer: Message;
	/** Hints for scrolling; shown if not all rows fit. */
	pageUp: Message;
	pageDown: Message;
	/** Number of pages scrolled. */
	page: number;
};

export type FieldView = {
	name: string;
	label: string;
	hint: Message;
	/** What an empty field means; in brackets, so that it is not mistaken for typed text. */
	placeholder: string;
	/** Unit of a bare number; empty if the value includes its own unit. */
	unit: string;
	/** Whether its values are short. */
	isShort: boolean;
	presets: readonly {label: string; current: boolean}[];
	preview: Message | undefined;
	kind: Field<unknown>['kind'];
	value: TextField;
	choices: readonly Choice[];
	focused: boolean;
	problem: Message | undefined;
};

export function formView(state: State, forms: Forms, now: number): FormView | undefined {
	const open = openForm(state, forms, now);
	if (!open) return undefined;
	const {dialog, form, about} = open;
	const fields = fieldsOf(open);
	return {
		title: form.title(about),
		step: dialog.step,
		note: noteOf(open, fields),
		fields,
		review: dialog.step === 'edit' ? undefined : reviewOf(open),
		failure: dialog.failure,
		page: dialog.page,
		pageUp: key('dialog.pageUp'),
		pageDown: key('dialog.pageDown'),
		footer: dialog.step === 'edit' ? editFooter(open) : dialogMessages.reviewFooter,
	};
}

function noteOf({dialog, form}: OpenForm, fields: readonly FieldView[]): string {
	const count = dialog.step === 'edit' ? fields.filter(({problem}) => problem !== undefined).length : 0;
	const step = dialog.field !== undefined && !form.isLocal ? dialogMessages.steps[dialog.step] : '';
	return [count > 0 ? dialogMessages.problemCount(count) : '', step].filter(Boolean).join(', ');
}

function editFooter({dialog, form}: OpenForm): Message {
	const {field: name} = dialog;
	const value = name && dialog.typed[name];
	return dialogMessages.editFooter({
		hasDocument: Object.values(form.fields).some(({kind}) => kind === 'document'),
		hasPresets:
			name !== undefined && dialog.kinds[name] === 'presets' && value !== undefined && isUntouched(value),
		localVerb: form.isLocal === true ? form.verb.toLowerCase() : undefined,
	});
}

function fieldsOf(open: OpenForm): FieldView[] {
	const {dialog, form, about, typed} = open;
	const shown = new Set<string>(shownFieldIds(form, typed));
	const entries = Object.entries(form.fields).filter(([name]) => shown.has(name));
	return entries.map(([name, field]) => {
		const offers = field.offers?.(about, typed).length ?? 0;
		const value = dialog.typed[name] ?? {text: '', cursor: 0};
		const {preview, problem} = belowOf(open, name, field);
		const hint = offers > 0 ? dialogMessages.hintWithOffers(field.hint, offers) : field.hint;
		return {
			name,
			label: field.label,
			hint,
			placeholder: field.usual === undefined ? '' : `(${field.usual})`,
			unit: unitOf(field, value.text),
			isShort: field.unit !== undefined,
			presets: presetsOf(field, value.text),
			preview,
			kind: field.kind,
			value,
			choices:
				field.kind === 'document'
					? [{value: value.text, label: field.summary?.(value.text) ?? ''}]
					: choicesOf(field, about),
			focused: dialog.step === 'edit' && dialog.field === name,
			problem,
		};
	});
}

/**
Returns what is shown below a field: its problem, which says more, or its preview. What only the preview finds, such as a
part of several names, is no problem while the form is filled in for the first time.
*/
function belowOf(
	{dialog: {problems}, typed, about}: OpenForm,
	name: string,
	field: Field<unknown, FormContext>,
): Pick<FieldView, 'preview' | 'problem'> {
	const problem = problems[name];
	if (problem !== undefined) return {problem, preview: undefined};
	try {
		return {problem, preview: field.preview?.(typed, about)};
	} catch (error) {
		if (!(error instanceof FieldProblem)) throw error;
		const isChecked = Object.keys(problems).length > 0;
		return isChecked ? {problem: error.text, preview: undefined} : {problem, preview: error.text};
	}
}

/** Empty if the typed text, or the value that an empty one means, has its own unit. */
function unitOf({unit, usual = ''}: Field<unknown, FormContext>, text: string): string {
	const hasOwn = text === '' ? /^\d+[a-z]/.test(usual) : /[a-z]/i.test(text);
	if (unit === undefined || hasOwn) return '';
	return nounFor(Number(text === '' ? usual : text), unit);
}

/** `10` and `10m` are the same preset. */
function presetsOf(field: Field<unknown, FormContext>, text: string): FieldView['presets'] {
	const valueOf = (typed: string) =>
		problemIn(field, typed) === undefined ? {value: field.read(typed)} : {};
	const current = valueOf(text);
	return (field.presets ?? []).map(preset => ({
		label: preset === '' ? (field.usual ?? '') : preset,
		current: 'value' in current && field.read(preset) === current.value,
	}));
}
