import {fitSpans, type Span} from '../../app/kernel/spans.ts';
import type {Unreadable} from '../../contract/models/listed.ts';
import {unreadableName, unreadableReason} from '../../app/kernel/unreadable.ts';
import {cut} from '../../lib/width.ts';

/** Returns the row of an unreadable record, with the reason; it is shown below the list. */
export function unreadableRow(record: Unreadable, width: number): Span[] {
	return fitSpans(
		[
			{text: ' ! ', tone: 'failure'},
			{text: `${cut(unreadableName(record), 24, 'middle')}  `, tone: 'plain'},
			{text: unreadableReason(record), tone: 'failure'},
		],
		width,
	);
}
