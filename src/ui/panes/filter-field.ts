import type {TextField} from '../../core/text-field.ts';
import {fieldWindow, type FieldWindow} from '../field-window.ts';

/** The filter stands in the title of the list, so that it is always seen while it hides something. */
export const filterLabel = '  filter: ';

const widest = 40;

export function filterWindow(field: TextField, width: number): FieldWindow {
	return fieldWindow(field, Math.max(8, Math.min(widest, width - 40)));
}
