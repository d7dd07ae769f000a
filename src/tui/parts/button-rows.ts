import type {Span} from '../../app/kernel/text/spans.ts';
import {cut, widthOf} from '../../lib/text/width.ts';

const gap = '  ';

/** Formats buttons, such as `[>Do nothing<]  [ Restart ]`, in as many rows as they need. */
export function buttonRows(
	buttons: readonly {label: string; focused: boolean; isBlocked?: boolean; isDangerous?: boolean}[],
	inner: number,
): {spans: readonly Span[]; focused: boolean}[] {
	const rows: {spans: Span[]; focused: boolean}[] = [];
	let used = 0;
	for (const {label, focused, isBlocked, isDangerous} of buttons) {
		const name = cut(label, Math.min(30, inner - 4));
		const text = focused ? `[>${name}<]` : `[ ${name} ]`;
		const tone = isDangerous ? 'buttonDanger' : isBlocked ? 'faint' : 'button';
		const focusedTone = isDangerous ? 'buttonDangerFocused' : 'buttonFocused';
		const span: Span = {text, tone: focused ? focusedTone : tone};
		const row = rows.at(-1);
		const width = widthOf(text);
		if (row && used + gap.length + width <= inner) {
			row.spans.push({text: gap, tone: 'plain'}, span);
			row.focused ||= focused;
			used += gap.length + width;
		} else {
			rows.push({spans: [span], focused});
			used = width;
		}
	}
	return rows;
}
