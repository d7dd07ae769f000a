import type {Services} from './services.ts';
import {type Notice, placeOf} from './notices.ts';
import {type Message, renderMessage} from '../../../messages/text.ts';

const shownForMs: Record<Notice['tone'], number> = {info: 5000, done: 6000, warning: 9000, failure: 12_000};

type Kind = Pick<Notice, 'passing' | 'about' | 'claim'> & {
	/** How long it is shown; longer for notices that are never repeated. */
	forMs?: number;
};

/** Shows one sentence to the user for a while. Returns a function that removes it earlier. */
export function notify(
	{store, clock, newId, frontEnd}: Services,
	tone: Notice['tone'],
	text: Message,
	{forMs = shownForMs[tone], ...kind}: Kind = {},
): () => void {
	const id = newId();
	store.dispatch({
		type: 'notices/added',
		notice: {
			id,
			at: clock.now(),
			tone,
			text: renderMessage(text, frontEnd.segments),
			...kind,
			...(kind.about && {place: placeOf(store.getState())}),
		},
	});
	const remove = () => void store.dispatch({type: 'notices/expired', id});
	clock.after(forMs, remove);
	return remove;
}
