import {hintsFor} from '../../core/commands/index.ts';
import type {Rect} from '../../core/layout.ts';
import type {Settings} from '../../core/services.ts';
import type {Notice} from '../../core/state/notices.ts';
import type {State} from '../../core/state/index.ts';
import {useDeck, useSelect} from '../hooks.ts';
import {fitSpans, Line, widthOfSpans} from '../parts/line.tsx';
import type {Span, Token} from '../theme/tokens.ts';

const tones: Record<Notice['tone'], Token> = {
	info: 'info',
	done: 'done',
	warning: 'warning',
	failure: 'danger',
};

/** The last row: the newest notice, else the keys that work here. */
export function HintBar({rect: {width}}: {rect: Rect}) {
	const {services, paced} = useDeck();
	const notice = useSelect(state => state.notices.at(-1));
	useSelect(state => state.view);
	useSelect(state => state.dialog);
	useSelect(state => state.fleet.servers);
	const spans: readonly Span[] = notice
		? [{text: ` ${notice.text}`, tone: tones[notice.tone]}]
		: hintSpans(paced.getState(), services.settings, width);
	return <Line spans={fitSpans(spans, width)} />;
}

/** As many hints as fit, none of them cut; help and quit are the last to go. */
export function hintSpans(state: State, settings: Settings, width: number): Span[] {
	const hints = hintsFor(state, settings);
	const first = hints.filter(({key}) => key === '?' || key === 'q');
	const wanted = width < 60 && first.length > 0 ? first : hints;
	const spans: Span[] = [];
	for (const {key, title} of wanted) {
		const next: Span[] = [
			{text: ` ${key}`, tone: 'hintKey'},
			{text: ` ${title} `, tone: 'faint'},
		];
		if (widthOfSpans(spans) + widthOfSpans(next) > width) break;
		spans.push(...next);
	}
	return spans;
}
