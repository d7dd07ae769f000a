import {Box} from 'ink';
import type {Rect} from '../../core/layout.ts';
import {useDeck, useSelect} from '../hooks.ts';
import {LineInput} from '../parts/line-input.tsx';
import {Line} from '../parts/line.tsx';
import {promptOf} from './prompt.ts';

/** The RCON line of the selected server, below a rule where there is room for one. */
export function InputLine({rect: {width, height}}: {rect: Rect}) {
	const {theme, services} = useDeck();
	const fleet = useSelect(state => state.fleet);
	const view = useSelect(state => state.view);
	const isCovered = useSelect(state => state.dialog !== undefined);
	const prompt = promptOf({fleet, view}, {width});
	const placeholder = services.settings.readOnly ? 'read-only: nothing is sent' : 'i types a command';
	return (
		<Box flexDirection="column" width={width} height={height}>
			{height > 1 && <Line spans={[{text: theme.glyphs.horizontal.repeat(width), tone: 'rule'}]} />}
			<Box height={1} width={width}>
				<Line spans={[{text: prompt.text, tone: view.input ? 'promptFocused' : 'prompt'}]} />
				<LineInput
					field={prompt.field}
					width={prompt.width}
					focused={view.input && !isCovered}
					placeholder={view.selectedId === undefined || view.input ? '' : placeholder}
				/>
			</Box>
		</Box>
	);
}
