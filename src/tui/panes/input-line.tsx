import {Box} from 'ink';
import {betweenEnds, type Span} from '../../app/kernel/text/spans.ts';
import {renderWithKeys} from '../../app/kernel/keys/keymap.ts';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import {useTui, useSelect} from '../hooks.ts';
import {cut, widthOf} from '../../lib/text/width.ts';
import {LineInput} from '../parts/line-input.tsx';
import {Line} from '../parts/line.tsx';
import {promptOf} from '../../app/console/input/prompt.ts';
import {ruleSpans} from '../../app/last-row.ts';

/**
The command input of the current server, or of the selected ones. The rule above it, if there is space, shows
help for typing or the newest notice.
*/
export function InputLine({rect: {width, height}}: {rect: Rect}) {
	const {theme, services, throttled} = useTui();
	useSelect(state => state.fleet.servers);
	useSelect(state => state.input);
	useSelect(state => state.console);
	useSelect(state => state.notices);
	const view = useSelect(state => state.view);
	const isCovered = useSelect(state => state.dialog !== undefined);
	const prompt = promptOf(throttled.getState(), services.settings, {width});
	const inRule = ruleSpans(throttled.getState(), services);
	const rule: Span = {text: theme.glyphs.horizontal, tone: 'rule'};
	const space: Span = {text: ' ', tone: 'plain'};
	return (
		<Box flexDirection="column" width={width} height={height}>
			{height > 1 && (
				<Line
					spans={betweenEnds(inRule.length > 0 ? [rule, space, ...inRule, space] : [rule], [], width, rule)}
				/>
			)}
			<Box height={1} width={width}>
				<Line spans={[{text: prompt.text, tone: prompt.tone}]} />
				<LineInput
					field={prompt.field}
					width={prompt.width}
					focused={view.input && !isCovered}
					placeholder={renderWithKeys(prompt.placeholder, services.keymap)}
				/>
				{prompt.found !== undefined && (
					<Line
						spans={[
							{text: cut(` ${prompt.found}`, width - widthOf(prompt.text) - prompt.width), tone: 'command'},
						]}
					/>
				)}
			</Box>
		</Box>
	);
}
