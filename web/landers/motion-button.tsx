import { Button } from '../ui/button.tsx';

interface MotionButtonProps {
  isMoving: boolean;
  setMoving: (isMoving: boolean) => void;
  play: string;
  pause: string;
}

/** The button that stops and restarts the motion of a landing page (WCAG 2.2.2). */
export function MotionButton({ isMoving, setMoving, play, pause }: MotionButtonProps) {
  return (
    <Button small tone="soft" onClick={() => setMoving(!isMoving)}>
      {isMoving ? pause : play}
    </Button>
  );
}
