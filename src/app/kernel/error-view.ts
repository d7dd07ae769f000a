import type {Failure} from './failure.ts';
import {type Message, key, message} from '../../messages/text.ts';

/** What stands in the place of a list that has nothing to show. */
export type Paragraph = {text: Message; tone: 'plain' | 'faint' | 'danger' | 'failure'};

/** A list that was never read, because it was refused, is out of reach, or failed. */
export function errorView({title, hint, key: errorKey, status, request}: Failure): Paragraph[] {
	return [
		{text: kindOf(status), tone: 'danger'},
		{text: title, tone: 'plain'},
		...(errorKey === undefined ? [] : [{text: errorKey, tone: 'failure'} as const]),
		...(hint === undefined ? [] : [{text: hint, tone: 'plain'} as const]),
		{text: message`${request}   ${key('app.refresh')} asks again, ${key('app.quit')} quits.`, tone: 'faint'},
	];
}

function kindOf(status: number | undefined): string {
	if (status === 401) return 'Not signed in';
	if (status === 403) return 'Not allowed';
	return status === undefined ? 'Not reached' : 'Failed';
}
