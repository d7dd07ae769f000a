import type {Failure} from './failure.ts';
import {keyTo} from './key-words.ts';

/** What stands in the place of a list that has nothing to show. */
export type Paragraph = {text: string; tone: 'plain' | 'faint' | 'danger' | 'failure'};

/** A list that was never read, because it was refused, is out of reach, or failed. */
export function failureFace({title, hint, key, status, request}: Failure): Paragraph[] {
	return [
		{text: kindOf(status), tone: 'danger'},
		{text: title, tone: 'plain'},
		...(key === undefined ? [] : [{text: key, tone: 'failure'} as const]),
		...(hint === undefined ? [] : [{text: hint, tone: 'plain'} as const]),
		{text: `${request}   ${keyTo('app.refresh')} asks again, ${keyTo('app.quit')} quits.`, tone: 'faint'},
	];
}

function kindOf(status: number | undefined): string {
	if (status === 401) return 'Not signed in';
	if (status === 403) return 'Not allowed';
	return status === undefined ? 'Not reached' : 'Failed';
}
