import {fitSpans, type Span} from '../../app/kernel/spans.ts';
import {helpView, type HelpLine} from '../../app/help-view.ts';
import {fit} from '../../lib/width.ts';
import {useTui, useSelect} from '../hooks.ts';
import {Frame, Framed} from '../parts/frame.tsx';
import {Line} from '../parts/line.tsx';

/** Every key, in a box over the panes. */
export function Help() {
	const {services, throttled} = useTui();
	useSelect(state => state.view);
	useSelect(state => state.dialog);
	const {rect, indent, lines, top, height, note} = helpView(throttled.getState(), services);
	const shown = Array.from({length: height}, (_, place) => lines[place]);
	return (
		<Frame rect={rect} title="Keys" note={note}>
			{shown.map((line, place) => (
				<Framed key={`${top + place}`} width={rect.width}>
					<Line spans={fitSpans(line ? spansOf(line, indent) : [], rect.width - 4)} />
				</Framed>
			))}
		</Frame>
	);
}

function spansOf({kind, keys, text}: HelpLine, indent: number): Span[] {
	if (kind === 'heading') return [{text, tone: 'title'}];
	if (text === '') return [{text: keys, tone: 'hintKey'}];
	return [
		{text: fit(keys, indent), tone: 'hintKey'},
		{text, tone: kind === 'blocked' ? 'faint' : 'plain'},
	];
}
