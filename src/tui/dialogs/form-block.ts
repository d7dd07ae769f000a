import type {Span} from '../../app/kernel/spans.ts';
import type {FieldView} from '../../app/dialogs/dialog-view.ts';
import type {TextField} from '../../app/kernel/text-field.ts';

/**
One block of a dialog: rows of text, an input line, or choices. `height` rows, never split. `spare`: its rank
among the blocks that are dropped on a small screen.
*/
export type FormBlock = {key: string; height: number; focused: boolean; spare?: number | undefined} & (
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
