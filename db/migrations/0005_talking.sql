ALTER TABLE `inbox` ADD `is_aside` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `first_messages_past` ON `first_messages` (`created_at`);