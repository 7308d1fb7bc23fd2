CREATE TABLE `erased_members` (
	`id` text PRIMARY KEY NOT NULL,
	`erased_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `erased_members_by_time` ON `erased_members` (`erased_at`);