import {focusedField} from '../../app/focus.ts';
import type {Rect} from '../../app/kernel/layout.ts';
import {fitSpans} from '../../app/kernel/spans.ts';
import {lastRow, secondsLeft} from '../../app/last-row.ts';
import {useTui, useSelect, useShown} from '../hooks.ts';
import {Line} from '../parts/line.tsx';
import {unlikeShown} from '../theme/ascii.ts';

/** The last row of the screen. */
export function HintBar({rect: {width}}: {rect: Rect}) {
	const {services, throttled, theme} = useTui();
	useSelect(state => state.notices);
	useSelect(state => state.dialog);
	useSelect(state => state.fleet.servers);
	useSelect(state => state.input);
	// The focus depends on searches and filters.
	useSelect(state => state.reading.search);
	useSelect(state => state.results.viewState);
	useSelect(state => state.timeline.filter);
	// The available commands of a full-screen list depend on its data.
	useSelect(state => state.screens);
	useSelect(state => state.automations);
	useSelect(state => state.nodes);
	useSelect(state => state.access);
	useSelect(state => state.view);
	useSelect(state => state.exporting);
	const undoWindow = useSelect(state => state.undoWindow);
	const seconds = useShown(now => (undoWindow.length > 0 ? secondsLeft({undoWindow}, now) : 0));
	const state = throttled.getState();
	// Text that the terminal cannot show must still be known to the user.
	const unlike = theme.ascii ? unlikeShown(focusedField(state)?.text ?? '') : undefined;
	return <Line spans={fitSpans(lastRow(state, services, {width, seconds, unlike}), width)} />;
}
