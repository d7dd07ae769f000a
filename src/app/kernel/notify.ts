import type {Services} from './services.ts';
import type {Notice} from './notices.ts';
import {renderMessage, type Message} from '../../messages/text.ts';

const shownForMs: Record<Notice['tone'], number> = {info: 5000, done: 6000, warning: 9000, failure: 12_000};

type Kind = Pick<Notice, 'passing' | 'about' | 'claim'>;

/** Shows one sentence in the hint bar for a while. Returns a function that removes it earlier. */
export function notify(
	{store, clock, newId, frontEnd}: Services,
	tone: Notice['tone'],
	text: Message,
	kind: Kind = {},
): () => void {
	const id = newId();
	store.dispatch({
		type: 'notices/added',
		notice: {id, at: clock.now(), tone, text: renderMessage(text, frontEnd.segments), ...kind},
	});
	const remove = () => void store.dispatch({type: 'notices/expired', id});
	clock.after(shownForMs[tone], remove);
	return remove;
}
